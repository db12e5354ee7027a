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
 * @param settledBytesMax memory for the answers of finished keys; zero for none
 */
public record LaneLimits(
    int lanes,
    int queueMax,
    int batchCommandsMax,
    int batchBytesMax,
    Duration patience,
    int waitersMax,
    long settledBytesMax) {
  /** Of the heap at most, however small that is. */
  private static final int SETTLED_PART_OF_HEAP = 16;

  /**
   * What a server uses unless told otherwise; the batch bounds keep a transaction well under
   * FoundationDB's 10 MB.
   */
  public static final LaneLimits DEFAULT =
      new LaneLimits(
          4,
          4_096,
          256,
          512 * 1024,
          Duration.ofSeconds(10),
          10_000,
          Math.min(32L << 20, Runtime.getRuntime().maxMemory() / SETTLED_PART_OF_HEAP));

  /** Checks that none is negative, nor zero where nothing would go on. */
  public LaneLimits {
    if (lanes < 1
        || queueMax < 1
        || batchCommandsMax < 1
        || batchBytesMax < 1
        || patience.isNegative()
        || patience.isZero()
        || waitersMax < 0
        || settledBytesMax < 0) {
      throw new IllegalArgumentException("lane limits must not be negative");
    }
  }

  /** The same with another number of lanes. */
  public LaneLimits withLanes(int count) {
    return new LaneLimits(
        count, queueMax, batchCommandsMax, batchBytesMax, patience, waitersMax, settledBytesMax);
  }

  /** The same with another bound on waiting calls. */
  public LaneLimits withWaitersMax(int count) {
    return new LaneLimits(
        lanes, queueMax, batchCommandsMax, batchBytesMax, patience, count, settledBytesMax);
  }
}
