package dev.onceward.server.record;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The circumstances of a decision: everything it depends on beside the record and the command.
 *
 * @param now the time of the decision, read once for a whole transaction attempt; whole
 *     milliseconds
 * @param skewAllowance how far past its deadline a lease must be before it counts as ended, since
 *     servers' clocks differ
 * @param floor the highest version that was ever removed with a record of this bucket, 0 if none
 * @param policy the tenant's
 */
public record Terms(Instant now, Duration skewAllowance, long floor, Policy policy) {
  /** Cuts {@code now} to what is stored. */
  public Terms {
    now = now.truncatedTo(ChronoUnit.MILLIS);
    if (skewAllowance.isNegative() || floor < 0) {
      throw new IllegalArgumentException("skewAllowance " + skewAllowance + ", floor " + floor);
    }
  }

  /** The same at another time. */
  public Terms at(Instant moment) {
    return new Terms(moment, skewAllowance, floor, policy);
  }

  /** A moment that far ahead, as it is stored. */
  Instant after(Duration duration) {
    return stored(now.plus(duration));
  }

  /** When a lease granted now ends: the one asked for, or the policy's. */
  Instant leaseEnd(@Nullable Duration lease) {
    return after(lease == null ? policy.defaultLease() : lease);
  }

  /** A deadline in whole milliseconds, rounded up: it never comes early. */
  static Instant stored(Instant deadline) {
    Instant cut = deadline.truncatedTo(ChronoUnit.MILLIS);
    return cut.equals(deadline) ? cut : cut.plusMillis(1);
  }

  /** The version of a claim made now over one that was {@code previous}. */
  long mintVersion(long previous) {
    long micros =
        Math.addExact(Math.multiplyExact(now.getEpochSecond(), 1_000_000L), now.getNano() / 1_000);
    return Math.max(Math.max(previous, floor) + 1, micros);
  }
}
