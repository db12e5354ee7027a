package dev.onceward.server.lifecycle;

/**
 * Where the wall clock should be, as the monotonic clock carries it on from where it was good. It
 * follows the wall clock as far as time synchronisation may slew it, by a millisecond a second, and
 * stays behind when that is set. Not thread-safe.
 */
final class SteadyClock {
  private static final long SECONDS_PER_SECOND_OF_SLEW = 1_000;

  private long offsetMillis;
  private long followedMillis;

  /** Takes the wall clock for good as it is now. */
  SteadyClock(TwoClocks.Reading now) {
    offsetMillis = now.offsetMillis();
    followedMillis = now.monoMillis();
  }

  /** Takes the wall clock for good as it is now. */
  void set(TwoClocks.Reading now) {
    offsetMillis = now.offsetMillis();
    followedMillis = now.monoMillis();
  }

  /** Comes as much nearer to the wall clock as the time since the last call allows. */
  void follow(TwoClocks.Reading now) {
    long most = (now.monoMillis() - followedMillis) / SECONDS_PER_SECOND_OF_SLEW;
    // What is left of a part is kept, so that calling often is as good as calling seldom.
    followedMillis += most * SECONDS_PER_SECOND_OF_SLEW;
    offsetMillis += Math.max(-most, Math.min(most, aheadMillis(now)));
  }

  /** How far the wall clock is ahead of where it should be. */
  long aheadMillis(TwoClocks.Reading now) {
    return now.offsetMillis() - offsetMillis;
  }
}
