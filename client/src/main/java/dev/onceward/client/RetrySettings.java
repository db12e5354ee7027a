package dev.onceward.client;

import java.time.Duration;

/**
 * How a call is sent again while the server is UNAVAILABLE.
 *
 * <p>Every call of the contract may be: Begin carries its attempt's id and gets that attempt's
 * claim again, the others carry the claim's version and get the same answer again. All sends
 * together stay within the call's deadline.
 *
 * @param attemptsMax how often a call is sent at most, the first send included; 1 (never again) to
 *     5, gRPC's own limit
 * @param firstBackoff the longest pause before the second send; each pause is drawn at random, and
 *     a server that names one (grpc-retry-pushback-ms) is obeyed; positive
 * @param longestBackoff no pause is longer than this; at least {@code firstBackoff}
 * @param multiplier how much longer the next pause may be; at least 1
 */
public record RetrySettings(
    int attemptsMax, Duration firstBackoff, Duration longestBackoff, double multiplier) {
  static final int ATTEMPTS_LIMIT = 5;

  /** Four sends, up to 50 ms, 150 ms and 450 ms apart. */
  public static final RetrySettings DEFAULT =
      new RetrySettings(4, Duration.ofMillis(50), Duration.ofSeconds(1), 3);

  /** Every call is sent once. */
  public static final RetrySettings NEVER =
      new RetrySettings(1, Duration.ofMillis(50), Duration.ofSeconds(1), 3);

  /** Checks the bounds. */
  public RetrySettings {
    if (attemptsMax < 1 || attemptsMax > ATTEMPTS_LIMIT) {
      throw new IllegalArgumentException("attemptsMax must be 1 to 5: " + attemptsMax);
    }
    if (firstBackoff.isNegative() || firstBackoff.isZero()) {
      throw new IllegalArgumentException("firstBackoff must be positive: " + firstBackoff);
    }
    if (longestBackoff.compareTo(firstBackoff) < 0) {
      throw new IllegalArgumentException("longestBackoff is below firstBackoff: " + longestBackoff);
    }
    if (!(multiplier >= 1) || Double.isInfinite(multiplier)) {
      throw new IllegalArgumentException("multiplier must be at least 1: " + multiplier);
    }
  }
}
