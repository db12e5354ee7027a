package dev.onceward.server.record;

import java.time.Duration;

/**
 * What a tenant's records follow where a request leaves it open.
 *
 * @param onLeaseExpiry of a claim that does not say
 * @param defaultLease of a claim that does not say
 * @param attemptsMax claims of one key, or {@link #UNLIMITED}
 * @param backOff least pause after a retryable failure; zero for the caller's own
 * @param retryByVersion whether a failed key is claimed only by naming its version
 * @param retryWindow how long a finished record keeps its payload, from when it finished
 * @param replayWindow how long duplicates may still come, from when the record finished; at least
 *     retryWindow
 */
public record Policy(
    LeaseExpiry onLeaseExpiry,
    Duration defaultLease,
    int attemptsMax,
    Duration backOff,
    boolean retryByVersion,
    Duration retryWindow,
    Duration replayWindow) {
  /** No limit on attempts. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /**
   * What holds for a tenant without a policy: careful, since nobody said that its work may run
   * twice.
   */
  public static final Policy DEFAULT =
      new Policy(
          LeaseExpiry.HOLD,
          Duration.ofSeconds(30),
          UNLIMITED,
          Duration.ZERO,
          false,
          Duration.ofHours(24),
          Duration.ofDays(14));

  /** Checks the bounds. */
  public Policy {
    if (defaultLease.isNegative() || defaultLease.isZero()) {
      throw new IllegalArgumentException("defaultLease must be positive: " + defaultLease);
    }
    if (attemptsMax < 1) {
      throw new IllegalArgumentException("attemptsMax must be at least 1: " + attemptsMax);
    }
    if (backOff.isNegative() || retryWindow.isNegative()) {
      throw new IllegalArgumentException("negative backOff or retryWindow");
    }
    if (replayWindow.compareTo(retryWindow) < 0) {
      throw new IllegalArgumentException("replayWindow is shorter than retryWindow");
    }
  }
}
