package dev.onceward.server.lane;

import java.time.Duration;

/**
 * The bounds of the lanes.
 *
 * @param lanes how many transactions may be in flight
 * @param queueMax commands that may wait in one lane; more are refused as OVERLOADED
 * @param batchCommandsMax commands of one transaction
 * @param batchBytesMax a batch closes when what it may write reaches this
 * @param patience how long a Complete or Fail is tried, whatever its caller does; also how long one
 *     batch may hold up its lane while the store does not answer
 * @param waitersMax calls that may wait for another attempt's claim to end
 */
public record LaneLimits(
    int lanes,
    int queueMax,
    int batchCommandsMax,
    int batchBytesMax,
    Duration patience,
    int waitersMax) {
  /**
   * What a server uses unless told otherwise; the batch bounds keep a transaction well under
   * FoundationDB's 10 MB.
   */
  public static final LaneLimits DEFAULT =
      new LaneLimits(4, 4_096, 256, 512 * 1024, Duration.ofSeconds(10), 10_000);

  /** Checks that each is positive. */
  public LaneLimits {
    if (lanes < 1
        || queueMax < 1
        || batchCommandsMax < 1
        || batchBytesMax < 1
        || patience.isNegative()
        || patience.isZero()
        || waitersMax < 0) {
      throw new IllegalArgumentException("lane limits must be positive");
    }
  }

  /** The same with another number of lanes. */
  public LaneLimits withLanes(int count) {
    return new LaneLimits(count, queueMax, batchCommandsMax, batchBytesMax, patience, waitersMax);
  }

  /** The same with another bound on waiting calls. */
  public LaneLimits withWaitersMax(int count) {
    return new LaneLimits(lanes, queueMax, batchCommandsMax, batchBytesMax, patience, count);
  }
}
