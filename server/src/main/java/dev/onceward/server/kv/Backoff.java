package dev.onceward.server.kv;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** The pauses between the attempts of a run, jittered so that rivals come apart. Thread-safe. */
final class Backoff {
  private static final long CONFLICT_FIRST = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long CONFLICT_MAX = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long TROUBLE_FIRST = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long TROUBLE_MAX = TimeUnit.SECONDS.toNanos(1);

  private final RandomGenerator random;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Nanoseconds to pause after the {@code nth} conflict of a run: none at first, as the rival has
   * just finished; then anything up to 1 ms, doubling to 50 ms.
   */
  long afterConflict(int nth) {
    return nth == 1 ? 0 : between(0, ceiling(CONFLICT_FIRST, CONFLICT_MAX, nth - 1));
  }

  /**
   * Nanoseconds to pause after the {@code nth} trouble of a run: 10 ms doubling to 1 s, of which at
   * least half, since a store in trouble is not helped by eager callers.
   */
  long afterTrouble(int nth) {
    long ceiling = ceiling(TROUBLE_FIRST, TROUBLE_MAX, nth);
    return between(ceiling / 2, ceiling);
  }

  private static long ceiling(long first, long max, int nth) {
    // 20 doublings of a millisecond are beyond both maxima and far from an overflow.
    return Math.min(max, first << Math.min(nth - 1, 20));
  }

  private long between(long least, long bound) {
    // Few generators are thread-safe, and this one is shared by all runs.
    synchronized (random) {
      return random.nextLong(least, bound);
    }
  }
}
