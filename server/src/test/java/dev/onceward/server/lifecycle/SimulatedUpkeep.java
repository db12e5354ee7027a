package dev.onceward.server.lifecycle;

import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.store.Upkeep;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;

/** The background passes of a simulated server. */
public final class SimulatedUpkeep {
  private SimulatedUpkeep() {}

  /** Starts them. */
  public static Lifecycle start(
      Upkeep upkeep,
      TransactionRunner runner,
      InstantSource wall,
      ScheduledExecutorService timer,
      RandomGenerator random) {
    return Lifecycle.start(
        new UpkeepMeans(upkeep, runner, wall, timer, random, Assignment.ALL), UpkeepObserver.NONE);
  }
}
