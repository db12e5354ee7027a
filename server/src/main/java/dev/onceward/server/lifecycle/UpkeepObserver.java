package dev.onceward.server.lifecycle;

import dev.onceward.server.store.Chore;
import java.time.Duration;

/** Told what the background passes do, for metrics. Implementations are thread-safe and fast. */
public interface UpkeepObserver {
  /** Hears nothing. */
  UpkeepObserver NONE =
      new UpkeepObserver() {
        @Override
        public void looked(Chore chore, Outcome outcome, int rows) {}

        @Override
        public void failed(Chore chore) {}

        @Override
        public void passed(Chore chore, Duration lag, Duration oldestClaim) {}
      };

  /** What became of a due row that was looked at. */
  enum Outcome {
    /** It led to a change that anyone would have seen. */
    STORED,
    /** It was put off: by a hold, a caller's wish, a freeze, a longer policy. */
    DEFERRED,
    /** It had merely been left behind by a renewal. */
    MOVED,
    /** It led to no sound record. */
    ODD
  }

  /** A transaction has looked at so many due rows with that outcome, or at none. */
  void looked(Chore chore, Outcome outcome, int rows);

  /** A transaction has failed, and is tried again with fewer rows. */
  void failed(Chore chore);

  /**
   * A pass over the buckets has ended.
   *
   * @param lag for how long the most overdue row that it met had been due; zero if none was
   * @param oldestClaim how old the oldest claim was that it met alive; zero if it met none
   */
  void passed(Chore chore, Duration lag, Duration oldestClaim);
}
