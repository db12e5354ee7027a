package dev.onceward.bench;

/** What one slot of a {@link ClosedLoop} does again and again, one at a time. */
interface RoundTrip {
  /**
   * Begins one; never blocks. Calls {@link Slot#arrived} or {@link Slot#failed} exactly once, on
   * any thread, when it is over.
   */
  void start(Slot slot);
}
