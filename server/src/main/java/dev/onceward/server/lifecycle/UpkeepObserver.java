package dev.onceward.server.lifecycle;

import dev.onceward.server.store.Chore;
import dev.onceward.server.store.UpkeepStep;
import java.time.Duration;

/** Told what the background passes do, for metrics. Implementations are thread-safe and fast. */
public interface UpkeepObserver {
  /** Hears nothing. */
  UpkeepObserver NONE =
      new UpkeepObserver() {
        @Override
        public void stepped(Chore chore, UpkeepStep step) {}

        @Override
        public void failed(Chore chore) {}

        @Override
        public void passed(Chore chore, Duration lag, Duration oldestClaim) {}
      };

  /** A transaction has looked at some due rows. */
  void stepped(Chore chore, UpkeepStep step);

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
