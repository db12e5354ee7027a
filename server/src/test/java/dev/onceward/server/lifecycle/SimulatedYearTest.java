package dev.onceward.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.sim.SimStore;
import dev.onceward.server.store.Recount;
import org.junit.jupiter.api.Test;

/**
 * A year of everything that can become of an intent: nothing is removed early, nothing that was due
 * is left, and the counters tell the truth.
 */
final class SimulatedYearTest {
  private static final int INTENTS = Integer.getInteger("onceward.year.intents", 50_000);
  private static final long SEED = Long.getLong("onceward.seed", 8842);

  @Test
  void year_ofAllFates_isCleanedOnTimeAndCountedRight() {
    SimStore store = new SimStore(Runnable::run);
    SimulatedYear year = new SimulatedYear(store, "onceward", INTENTS, SEED);

    year.live();
    year.judgeAll();

    System.out.println("seed " + SEED + ": " + year.summary());
    assertThat(year.phases().keySet())
        .contains(
            ExpectedLife.Phase.OPEN,
            ExpectedLife.Phase.RETRY,
            ExpectedLife.Phase.REPLAY,
            ExpectedLife.Phase.DISPUTE,
            ExpectedLife.Phase.ARCHIVE,
            ExpectedLife.Phase.GONE);
    assertThat(year.deferred()).isPositive();
    Recount recount = Recount.of(store, "onceward");
    assertThat(recount.differences()).isEmpty();
    assertThat(recount.archivedCount()).isEqualTo(recount.archived().size());
    assertThat(recount.overdue(year.now())).isEmpty();
    assertThat(recount.archived()).hasSize(count(year, ExpectedLife.Phase.ARCHIVE));
    assertThat(recount.records())
        .hasSize(
            INTENTS
                - count(year, ExpectedLife.Phase.ARCHIVE)
                - count(year, ExpectedLife.Phase.GONE));
  }

  private static int count(SimulatedYear year, ExpectedLife.Phase phase) {
    return year.phases().getOrDefault(phase, 0);
  }
}
