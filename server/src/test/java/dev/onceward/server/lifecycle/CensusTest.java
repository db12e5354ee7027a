package dev.onceward.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.HandTimer;
import dev.onceward.server.kv.StoreObserver;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.kv.faults.Fault;
import dev.onceward.server.kv.faults.FaultRates;
import dev.onceward.server.kv.faults.FaultyStore;
import dev.onceward.server.kv.sim.SimStore;
import dev.onceward.server.store.Counts;
import dev.onceward.server.store.Layout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class CensusTest {
  private final HandTimer timer = new HandTimer();
  private final FaultyStore store =
      new FaultyStore(new SimStore(Runnable::run), timer, FaultRates.NONE, 1);
  private final List<Map<String, Map<String, Long>>> heard = new ArrayList<>();
  private final Census census =
      Census.start(
          new Counts(new Layout("onceward", 16)),
          new TransactionRunner(
              store.background(), timer, timer::nanoTime, new Random(1), StoreObserver.NONE),
          timer,
          heard::add);

  @Test
  void census_eachPeriod_counts() {
    timer.advance(Duration.ofMillis(1));
    assertThat(heard).containsExactly(Map.of());

    timer.advance(Census.PERIOD);

    assertThat(heard).hasSize(2);
  }

  @Test
  void census_storeSilent_goesOnWhenItAnswers() {
    store.rates(FaultRates.NONE.with(Fault.UNAVAILABLE, 1));
    timer.advance(Duration.ofMinutes(1));
    assertThat(heard).isEmpty();

    store.rates(FaultRates.NONE);
    timer.advance(Duration.ofMinutes(1));

    assertThat(heard).isNotEmpty();
  }

  @Test
  void close_noMoreCounts() {
    timer.advance(Duration.ofMillis(1));

    census.close();
    timer.advance(Duration.ofMinutes(1));

    assertThat(heard).hasSize(1);
  }
}
