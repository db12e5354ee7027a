package dev.onceward.bench;

import dev.onceward.server.ServerStartException;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.rocksdb.RocksDBException;

/**
 * The measuring of some scenarios, several times in turn: a machine that grows slower, or a
 * neighbour that wakes up, then hits all of them and not only the last.
 */
final class Rounds {
  private final List<Scenario> scenarios;
  private final Size size;
  private final Peers peers;
  private final Scratch scratch;
  private final Requests requests;

  /**
   * How much of it.
   *
   * @param inFlight commands under way at once
   */
  record Size(int runs, Duration warmUp, Duration measured, int connections, int inFlight) {}

  Rounds(List<Scenario> scenarios, Size size, Peers peers, Scratch scratch) {
    this.scenarios = scenarios;
    this.size = size;
    this.peers = peers;
    this.scratch = scratch;
    requests = new Requests(Long.toString(System.currentTimeMillis(), Character.MAX_RADIX));
  }

  /** Runs all; the medians in the scenarios' order. Tells on {@code err} how it goes. */
  Results run(PrintStream err, boolean terminal)
      throws IOException, InterruptedException, RocksDBException, ServerStartException {
    Map<Scenario, List<Figures>> measured = new EnumMap<>(Scenario.class);
    // Round 0 is thrown away: it brings the code of all processes to speed, or else the scenario
    // that is measured first would pay for the others.
    for (int round = size.warmUp().isZero() ? 1 : 0; round <= size.runs(); round++) {
      for (Scenario scenario : scenarios) {
        Progress progress =
            new Progress(err, terminal, title(scenario, round), scenario.commandsPerTrip());
        Duration time = round == 0 ? Duration.ZERO : size.measured();
        Figures figures = measure(scenario, time, progress);
        progress.clear();
        if (round > 0) {
          measured.computeIfAbsent(scenario, s -> new ArrayList<>()).add(figures);
        }
      }
    }
    return new Results(measured.values().stream().map(Figures::median).toList());
  }

  private String title(Scenario scenario, int round) {
    if (round == 0) {
      return scenario.label() + " (warm-up)";
    }
    return scenario.label() + (size.runs() > 1 ? " (" + round + " of " + size.runs() + ")" : "");
  }

  private Figures measure(Scenario scenario, Duration time, Progress progress)
      throws IOException, InterruptedException, RocksDBException, ServerStartException {
    int trips = scenario.tripsInFlight(size.inFlight());
    try (Load load = open(scenario)) {
      Window window = new ClosedLoop(trips, load::trip).run(size.warmUp(), time, progress);
      return Figures.of(scenario, window);
    }
  }

  private Load open(Scenario scenario)
      throws IOException, InterruptedException, RocksDBException, ServerStartException {
    return switch (scenario) {
      case STORE -> StoreLoad.open(scratch.path("lanes"), requests);
      case COMMIT -> new CommitLoad(scratch.path("commits"));
      case NULL -> calls(scenario, peers.nullTarget());
      case BEGIN, BEGIN_COMPLETE, REPLAY, HOT_KEY, BATCH, IDLE_BEGIN ->
          calls(scenario, peers.target());
    };
  }

  private Load calls(Scenario scenario, String target) {
    return CallLoad.open(scenario, target, size.connections(), requests);
  }
}
