package dev.onceward.server.lifecycle;

import dev.onceward.server.store.Chore;
import java.util.List;

/**
 * All that a server does by itself: it stores what time has done to records. Leases and retention
 * are swept apart, so that a claim never waits behind the cleaning of old records. Thread-safe.
 */
public final class Lifecycle implements AutoCloseable {
  private final List<Sweeper> sweepers;

  private Lifecycle(List<Sweeper> sweepers) {
    this.sweepers = sweepers;
  }

  /** Starts to look after a store's records. */
  public static Lifecycle start(UpkeepMeans means, UpkeepObserver observer) {
    List<Sweeper> sweepers =
        List.of(
            new Sweeper(Chore.LEASES, Pace.LEASES, means, observer),
            new Sweeper(Chore.TIERS, Pace.RETENTION, means, observer),
            new Sweeper(Chore.ARCHIVE, Pace.RETENTION, means, observer));
    sweepers.forEach(Sweeper::start);
    return new Lifecycle(sweepers);
  }

  /** Lets the transactions under way be the last. */
  @Override
  public void close() {
    sweepers.forEach(Sweeper::close);
  }
}
