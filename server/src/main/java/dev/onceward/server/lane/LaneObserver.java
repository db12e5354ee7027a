package dev.onceward.server.lane;

/** Told by the lanes what they do, for metrics. Implementations are thread-safe and fast. */
public interface LaneObserver {
  /** Hears nothing. */
  LaneObserver NONE =
      new LaneObserver() {
        @Override
        public void batchDone(int commands) {}

        @Override
        public void answeredFromMemory() {}
      };

  /** A batch of this many commands has been decided and, where it changed something, committed. */
  void batchDone(int commands);

  /** A Begin or Get has been answered without the store. */
  void answeredFromMemory();
}
