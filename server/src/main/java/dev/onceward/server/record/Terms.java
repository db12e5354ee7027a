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
 * @param tenancy what is laid down for the tenant
 * @param server who decides, for the record's events
 * @param clockTrusted whether {@code now} is good enough to grant and to judge by
 */
public record Terms(
    Instant now,
    Duration skewAllowance,
    long floor,
    Tenancy tenancy,
    String server,
    boolean clockTrusted) {
  /** Cuts {@code now} to what is stored. */
  public Terms {
    now = now.truncatedTo(ChronoUnit.MILLIS);
    if (skewAllowance.isNegative() || floor < 0) {
      throw new IllegalArgumentException("skewAllowance " + skewAllowance + ", floor " + floor);
    }
  }

  /** The tenant's policy. */
  public Policy policy() {
    return tenancy.policy();
  }

  /** Whether an operator has frozen the key. */
  boolean isFrozen(RecordKey key) {
    return tenancy.frozenSince(key) != null;
  }

  /** The time by which the key's retention is judged: it stands still while the key is frozen. */
  Instant retentionTime(RecordKey key) {
    return notAfter(tenancy.frozenSince(key));
  }

  /**
   * The time by which the tenant's archive is judged: it stands still while anything is frozen,
   * since an archived key's prefix is not known.
   */
  Instant archiveTime() {
    Instant earliest = null;
    for (Freeze freeze : tenancy.freezes()) {
      if (earliest == null || freeze.since().isBefore(earliest)) {
        earliest = freeze.since();
      }
    }
    return notAfter(earliest);
  }

  private Instant notAfter(@Nullable Instant since) {
    return since == null || now.isBefore(since) ? now : since;
  }

  /** The same at another time. */
  public Terms at(Instant moment) {
    return new Terms(moment, skewAllowance, floor, tenancy, server, clockTrusted);
  }

  /** A moment that far ahead, as it is stored. */
  Instant after(Duration duration) {
    return stored(now.plus(duration));
  }

  /** When a lease granted now ends: the one asked for, or the policy's. */
  Instant leaseEnd(@Nullable Duration lease) {
    return after(lease == null ? policy().claims().defaultLease() : lease);
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
