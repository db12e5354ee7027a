package dev.onceward.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.faults.Fault;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The promises hold in every run: some hundred seeds, a fresh set each time. */
final class ProofSimulation {
  private static final int SEEDS = Integer.getInteger("onceward.proof.seeds", 150);
  private static final long FIRST =
      Long.getLong("onceward.seed", System.currentTimeMillis() * 1_000);

  @Test
  void run_manySeeds_noPromiseBroken() {
    Duration simulated = Duration.ZERO;
    long judged = 0;
    long effects = 0;
    Map<Fault, Long> faults = new EnumMap<>(Fault.class);
    for (int i = 0; i < SEEDS; i++) {
      ProofRun.Report report = play(FIRST + i);
      simulated = simulated.plus(report.simulated());
      judged += report.judged();
      effects += report.effects();
      report.faults().forEach((fault, count) -> faults.merge(fault, count, Long::sum));
    }
    System.out.printf(
        "ProofSimulation: -Donceward.seed=%d, %d seeds, %d simulated hours, %d answers judged,"
            + " %d effects, faults %s%n",
        FIRST, SEEDS, simulated.toHours(), judged, effects, faults);
    assertThat(effects).isPositive();
  }

  private static ProofRun.Report play(long seed) {
    try {
      return new ProofRun(seed).play();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("-Donceward.seed=" + seed + " -Donceward.proof.seeds=1", e);
    }
  }

  @Test
  void run_oneSeedTwice_isTheSameToTheLastStep() {
    assertThat(play(8842).fingerprint()).isEqualTo(play(8842).fingerprint());
    assertThat(play(8842).fingerprint()).isNotEqualTo(play(8843).fingerprint());
  }
}
