package dev.onceward.client;

import java.time.Duration;

/**
 * How Begin and Get are sent a second time before the first send was answered.
 *
 * <p>It trades load for the slowest answers. It is safe, because the copies carry one attempt_id
 * and the server makes one claim of them. A Begin that waits is copied too, so choose a delay above
 * the usual waits.
 *
 * @param copiesMax how many copies of a call there are at most, the first included; 2 to 5, gRPC's
 *     own limit
 * @param delay how long an answer may take before the next copy is sent; positive
 */
public record HedgingSettings(int copiesMax, Duration delay) {
  /** Checks the bounds. */
  public HedgingSettings {
    if (copiesMax < 2 || copiesMax > RetrySettings.ATTEMPTS_LIMIT) {
      throw new IllegalArgumentException("copiesMax must be 2 to 5: " + copiesMax);
    }
    if (delay.isNegative() || delay.isZero()) {
      throw new IllegalArgumentException("delay must be positive: " + delay);
    }
  }
}
