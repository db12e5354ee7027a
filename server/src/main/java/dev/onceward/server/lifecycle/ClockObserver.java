package dev.onceward.server.lifecycle;

import java.time.Duration;

/** Told what a server thinks of its own clock. Implementations are thread-safe and fast. */
@FunctionalInterface
public interface ClockObserver {
  /** Hears nothing. */
  ClockObserver NONE = (skew, trusted) -> {};

  /**
   * The clock was judged.
   *
   * @param skew how far it is ahead of the median of the living servers' clocks; of a server that
   *     is alone, how far ahead of where its monotonic clock would have it
   */
  void judged(Duration skew, boolean trusted);
}
