package dev.onceward.bench;

import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What a {@link ClosedLoop} saw in its measured window.
 *
 * @param latencies of the round trips, in nanoseconds
 * @param took how long the window really was
 * @param errors round trips that failed, in the warm-up too
 * @param messages the first of them
 */
record Window(Histogram latencies, Duration took, long errors, List<String> messages) {
  /** Round trips a second. */
  double tripsPerSecond() {
    return latencies.getTotalCount() * 1e9 / took.toNanos();
  }

  double micros(double percentile) {
    return latencies.getTotalCount() == 0 ? 0 : latencies.getValueAtPercentile(percentile) / 1e3;
  }
}
