package dev.onceward.server.kv;

import java.time.Duration;

/**
 * How long a run goes on.
 *
 * @param timeout no attempt begins later than this after the run's start; positive
 * @param conflictsMax after this many conflicts the run ends with CONFLICT, unless an attempt may
 *     have committed; at least 1
 */
public record RunLimits(Duration timeout, int conflictsMax) {
  /** Checks the bounds. */
  public RunLimits {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout must be positive: " + timeout);
    }
    if (conflictsMax < 1) {
      throw new IllegalArgumentException("conflictsMax must be at least 1: " + conflictsMax);
    }
  }

  /** As many conflicts as the time allows. */
  public static RunLimits within(Duration timeout) {
    return new RunLimits(timeout, Integer.MAX_VALUE);
  }
}
