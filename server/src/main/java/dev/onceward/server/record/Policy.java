package dev.onceward.server.record;

import java.time.Duration;

/**
 * What a tenant's records follow where a request leaves it open.
 *
 * @param claims of claims and attempts
 * @param promises how long finished records are kept; the replay window is also the patience with a
 *     failed record that nobody tries again
 * @param sources where duplicates come from
 * @param afterArchive what Begin does about an archived key
 */
public record Policy(Claims claims, Promises promises, Sources sources, AfterArchive afterArchive) {
  /** No limit on attempts. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /**
   * What holds for a tenant without a policy: careful, since nobody said that its work may run
   * twice.
   */
  public static final Policy DEFAULT =
      new Policy(Claims.DEFAULT, Promises.DEFAULT, Sources.NONE, AfterArchive.REFUSE);

  /**
   * What a policy says of claims and attempts.
   *
   * @param onLeaseExpiry of a claim that does not say
   * @param defaultLease of a claim that does not say
   * @param longestLease that a claim may ask for; at least {@code defaultLease}
   * @param attemptsMax claims of one key, or {@link #UNLIMITED}
   * @param backOff least pause after a retryable failure; zero for the caller's own
   * @param retryByVersion whether a failed key is claimed only by naming its version
   */
  public record Claims(
      LeaseExpiry onLeaseExpiry,
      Duration defaultLease,
      Duration longestLease,
      int attemptsMax,
      Duration backOff,
      boolean retryByVersion) {
    /** What holds for a tenant without a policy. */
    public static final Claims DEFAULT =
        new Claims(
            LeaseExpiry.HOLD,
            Duration.ofSeconds(30),
            Duration.ofMinutes(15),
            UNLIMITED,
            Duration.ZERO,
            false);

    /** Checks the bounds. */
    public Claims {
      if (defaultLease.isNegative() || defaultLease.isZero()) {
        throw new IllegalArgumentException("defaultLease must be positive: " + defaultLease);
      }
      if (longestLease.compareTo(defaultLease) < 0) {
        throw new IllegalArgumentException("longestLease is shorter than defaultLease");
      }
      if (attemptsMax < 1) {
        throw new IllegalArgumentException("attemptsMax must be at least 1: " + attemptsMax);
      }
      if (backOff.isNegative()) {
        throw new IllegalArgumentException("backOff must not be negative: " + backOff);
      }
    }
  }
}
