package dev.onceward.bench;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Round trips at a given rate, for as long as they are wanted, whether or not the last ones have
 * ended. A latency counts from when its trip was due, so that a stall shows in all that it held up.
 * Used once.
 */
final class PacedLoop {
  private static final int IN_FLIGHT_MAX = 4_096;
  private static final int MESSAGES_SHOWN = 3;
  private static final long TICK_NANOS = Duration.ofMillis(1).toNanos();
  private static final long LONGEST_NANOS = Duration.ofMinutes(2).toNanos();
  private static final Duration STRAGGLERS = Duration.ofSeconds(20);

  private final Recorder latencies = new Recorder(LONGEST_NANOS, 3);
  private final LongAdder errors = new LongAdder();
  private final Queue<String> messages = new ConcurrentLinkedQueue<>();
  private final double perSecond;
  private final IntFunction<RoundTrip> trips;
  private final Deque<PacedSlot> free = new ArrayDeque<>(); // guarded by itself
  private int slots; // guarded by free

  /**
   * A loop that has not begun.
   *
   * @param trips makes the round trip of each slot, from 0
   */
  PacedLoop(double perSecond, IntFunction<RoundTrip> trips) {
    this.perSecond = perSecond;
    this.trips = trips;
  }

  /** Runs while {@code wanted} says so, and for the last round trips to end. Blocks. */
  Window run(BooleanSupplier wanted) throws InterruptedException {
    long begin = System.nanoTime();
    long started = 0;
    while (wanted.getAsBoolean()) {
      long due = (long) ((System.nanoTime() - begin) / 1e9 * perSecond);
      for (; started < due; started++) {
        PacedSlot slot = take();
        if (slot == null) {
          break; // what is due stays due, and its wait counts
        }
        slot.start(begin + (long) (started / perSecond * 1e9));
      }
      LockSupport.parkNanos(TICK_NANOS);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    awaitAll();
    Histogram histogram = latencies.getIntervalHistogram();
    return new Window(
        histogram, took, errors.sum(), messages.stream().limit(MESSAGES_SHOWN).toList());
  }

  private @Nullable PacedSlot take() {
    synchronized (free) {
      PacedSlot slot = free.poll();
      if (slot == null && slots < IN_FLIGHT_MAX) {
        slot = new PacedSlot(trips.apply(slots++));
      }
      return slot;
    }
  }

  private void awaitAll() throws InterruptedException {
    long end = System.nanoTime() + STRAGGLERS.toNanos();
    synchronized (free) {
      while (free.size() < slots && System.nanoTime() < end) {
        free.wait(100);
      }
      if (free.size() < slots) {
        failed((slots - free.size()) + " round trips did not end in time");
      }
    }
  }

  private void failed(String message) {
    errors.increment();
    if (messages.size() < MESSAGES_SHOWN) {
      messages.add(message);
    }
  }

  /** One round trip at a time. */
  private final class PacedSlot implements Slot {
    private final RoundTrip trip;
    private volatile long dueNanos;

    PacedSlot(RoundTrip trip) {
      this.trip = trip;
    }

    void start(long due) {
      dueNanos = due;
      trip.start(this);
    }

    @Override
    public void arrived() {
      latencies.recordValue(Math.min(System.nanoTime() - dueNanos, LONGEST_NANOS));
      release();
    }

    @Override
    public void failed(String message) {
      PacedLoop.this.failed(message);
      release();
    }

    private void release() {
      synchronized (free) {
        free.add(this);
        free.notifyAll();
      }
    }
  }
}
