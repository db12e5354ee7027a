package dev.onceward.server.lifecycle;

import java.time.Duration;

/**
 * How fast a background pass goes.
 *
 * @param pause between two passes that found nothing
 * @param othersEvery each how manyth pass looks at other servers' buckets as well, should their
 *     server be gone
 * @param rowsMax how many due rows one transaction looks at, at most
 * @param stepsMax how many transactions one bucket gets before the next has its turn
 */
public record Pace(Duration pause, int othersEvery, int rowsMax, int stepsMax) {
  /** Leases end all the time, and somebody waits for each. */
  public static final Pace LEASES = new Pace(Duration.ofSeconds(1), 5, 256, 16);

  /** Retention is in no hurry, but must not fall behind. */
  public static final Pace RETENTION = new Pace(Duration.ofSeconds(5), 5, 512, 64);

  /** Checks that each is positive. */
  public Pace {
    if (pause.isNegative() || pause.isZero() || othersEvery < 1 || rowsMax < 1 || stepsMax < 1) {
      throw new IllegalArgumentException("a pace must be positive");
    }
  }
}
