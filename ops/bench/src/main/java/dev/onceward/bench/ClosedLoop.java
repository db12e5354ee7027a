package dev.onceward.bench;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * A fixed number of round trips under way at all times, for a fixed time: warm-up, then the window
 * that is measured. Used once.
 */
final class ClosedLoop {
  // Whatever fails that often is broken; going on would only spin.
  private static final int ERRORS_MAX = 1_000;
  private static final int MESSAGES_SHOWN = 3;
  private static final Duration TICK = Duration.ofMillis(250);
  private static final Duration STRAGGLERS = Duration.ofSeconds(20);
  private static final long LONGEST_NANOS = Duration.ofMinutes(2).toNanos();

  private final Recorder latencies = new Recorder(LONGEST_NANOS, 3);
  private final LongAdder trips = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final Queue<String> messages = new ConcurrentLinkedQueue<>();
  private final CountDownLatch left;
  private final List<ClosedSlot> slots;
  private volatile boolean over;

  /**
   * A loop that has not begun.
   *
   * @param inFlight how many round trips are under way
   * @param trips makes the round trip of each slot, from 0
   */
  ClosedLoop(int inFlight, IntFunction<RoundTrip> trips) {
    left = new CountDownLatch(inFlight);
    slots =
        IntStream.range(0, inFlight).mapToObj(i -> new ClosedSlot(this, trips.apply(i))).toList();
  }

  /** Runs and measures. Blocks for both durations, and for the last round trips to end. */
  Window run(Duration warmUp, Duration measured, Progress progress) throws InterruptedException {
    slots.forEach(ClosedSlot::start);
    pass(warmUp, measured, progress);
    latencies.reset();
    long begin = System.nanoTime();
    pass(measured, Duration.ZERO, progress);
    Histogram histogram = latencies.getIntervalHistogram();
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    over = true;
    if (!left.await(STRAGGLERS.toMillis(), TimeUnit.MILLISECONDS)) {
      recordError(
          left.getCount() + " round trips did not end within " + STRAGGLERS.toSeconds() + " s");
    }
    return new Window(
        histogram, took, errors.sum(), messages.stream().limit(MESSAGES_SHOWN).toList());
  }

  /** Lets time pass, in ticks, so that people see that something happens. */
  private void pass(Duration time, Duration afterwards, Progress progress)
      throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    long seen = trips.sum();
    long seenNanos = System.nanoTime();
    for (long now = seenNanos; now < end && left.getCount() > 0; now = System.nanoTime()) {
      // Nobody leaves before the end but after too many errors.
      boolean ended = left.await(Math.min(TICK.toNanos(), end - now), TimeUnit.NANOSECONDS);
      long tripsNow = trips.sum();
      long nanos = Math.max(1, System.nanoTime() - seenNanos);
      Duration remaining = Duration.ofNanos(Math.max(0, end - System.nanoTime())).plus(afterwards);
      progress.show(remaining, (tripsNow - seen) * 1e9 / nanos);
      if (ended) {
        return;
      }
    }
  }

  void record(long nanos) {
    latencies.recordValue(Math.min(nanos, LONGEST_NANOS));
    trips.increment();
  }

  void recordError(String message) {
    errors.increment();
    if (messages.size() < MESSAGES_SHOWN) {
      messages.add(message);
    }
  }

  boolean isOver() {
    return over || errors.sum() >= ERRORS_MAX;
  }

  void leave() {
    left.countDown();
  }
}
