package dev.onceward.bench;

import java.util.concurrent.atomic.AtomicInteger;

/** One of the places of a {@link ClosedLoop}: starts its next round trip when the last is over. */
final class ClosedSlot implements Slot {
  private final ClosedLoop loop;
  private final RoundTrip trip;
  private final AtomicInteger toStart = new AtomicInteger();
  private volatile long startedNanos;

  ClosedSlot(ClosedLoop loop, RoundTrip trip) {
    this.loop = loop;
    this.trip = trip;
  }

  /** Starts a round trip; a loop, because one that is over at once would otherwise recurse. */
  void start() {
    if (toStart.getAndIncrement() > 0) {
      return;
    }
    do {
      startedNanos = System.nanoTime();
      trip.start(this);
    } while (toStart.decrementAndGet() > 0);
  }

  @Override
  public void arrived() {
    loop.record(System.nanoTime() - startedNanos);
    next();
  }

  @Override
  public void failed(String message) {
    loop.recordError(message);
    next();
  }

  private void next() {
    if (loop.isOver()) {
      loop.leave();
    } else {
      start();
    }
  }
}
