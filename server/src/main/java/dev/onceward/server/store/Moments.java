package dev.onceward.server.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Moments as they are stored: milliseconds since the epoch, 0 for none. */
final class Moments {
  /** Stands for never where a row needs a time: past all that anybody waits for. */
  static final Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

  private Moments() {}

  /**
   * Refuses what {@link #present} would not read again: no record is written that is lost by it.
   */
  static long millis(Instant moment) {
    long millis = moment.toEpochMilli();
    if (millis <= 0) {
      throw new IllegalArgumentException("a moment that cannot be stored: " + moment);
    }
    return millis;
  }

  static Instant present(long millis) throws CorruptRecordException {
    if (millis <= 0) {
      throw new CorruptRecordException("a time is missing", null);
    }
    return Instant.ofEpochMilli(millis);
  }

  static @Nullable Instant optional(long millis) {
    return millis == 0 ? null : Instant.ofEpochMilli(millis);
  }
}
