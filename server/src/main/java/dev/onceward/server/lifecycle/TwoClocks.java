package dev.onceward.server.lifecycle;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * This machine's wall clock and its monotonic clock, read as one. Thread-safe if they are.
 *
 * @param wall can be set, by people and programs, to anything
 * @param nanoTime cannot be set, and says nothing of the time of day
 */
record TwoClocks(InstantSource wall, LongSupplier nanoTime) {
  private static final long BRACKET_MILLIS = 10;
  private static final int TRIES = 5;

  /**
   * What both showed at one moment.
   *
   * @param wallMillis since the epoch
   * @param monoMillis since whenever
   */
  record Reading(long wallMillis, long monoMillis) {
    /** The wall clock against the monotonic one: stays the same while nobody sets the former. */
    long offsetMillis() {
      return wallMillis - monoMillis;
    }
  }

  /** Reads both, again if the thread was held up in between: that would look like a step. */
  Reading read() {
    Reading reading = new Reading(wall.millis(), monoMillis());
    for (int i = 1; i < TRIES && monoMillis() - reading.monoMillis > BRACKET_MILLIS; i++) {
      reading = new Reading(wall.millis(), monoMillis());
    }
    return reading;
  }

  private long monoMillis() {
    return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong());
  }
}
