package dev.onceward.server.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whether anybody has stored what time has done is invisible: through any history of calls, other
 * policies and freezes, with a background pass at any moments or at none, every answer is the same
 * to the last field, revisions and versions included.
 */
final class AgingProperties {
  private static final int TRIES = 4_000;
  private static final int TURNS_MAX = 50;

  /** A run of its own every time; {@code -Donceward.seed=N} repeats one. */
  private static final long SEED = Long.getLong("onceward.seed", System.nanoTime());

  private static final List<History> HISTORIES = histories();

  @BeforeAll
  static void tellSeed() {
    System.out.println("AgingProperties: -Donceward.seed=" + SEED);
  }

  private static List<History> histories() {
    Random random = new Random(SEED);
    return IntStream.range(0, TRIES)
        .mapToObj(n -> History.random(random, 1 + random.nextInt(TURNS_MAX)))
        .toList();
  }

  @Test
  void answers_passAlwaysOrNever_areTheSame() {
    for (History history : HISTORIES) {
      assertThat(history.live(() -> true)).as("%s", history).isEqualTo(history.live(() -> false));
    }
  }

  @Test
  void answers_passAtAnyMoments_areTheSame() {
    Random random = new Random(SEED + 1);
    for (History history : HISTORIES) {
      assertThat(history.live(random::nextBoolean))
          .as("%s", history)
          .isEqualTo(history.live(random::nextBoolean));
    }
  }

  @Test
  void tiers_withoutAnotherClaim_neverGoBack() {
    for (History history : HISTORIES) {
      Evidence last = Evidence.NONE;
      for (History.Sight sight : history.live(() -> false)) {
        for (Evidence next : List.of(sight.before(), sight.after())) {
          if (next.version() <= last.version()) {
            assertThat(stage(next)).as("%s", history).isGreaterThanOrEqualTo(stage(last));
          }
          last = next;
        }
      }
    }
  }

  /** How much time has taken: 0 as long as something may still be done, most when all is gone. */
  private static int stage(Evidence seen) {
    Record record = seen.online();
    if (record == null) {
      return seen.filed() == null ? 5 : 4;
    }
    return record.state().isFinal()
        ? 1 + List.of(Tier.values()).indexOf(record.keptAs().tier())
        : 0;
  }

  @Test
  void histories_all_reachEverySituationByTime() {
    List<Situation> seen =
        HISTORIES.stream()
            .flatMap(history -> history.live(() -> false).stream())
            .map(sight -> Situation.of(sight.before()))
            .distinct()
            .toList();

    assertThat(seen).containsExactlyInAnyOrder(Situation.values());
  }
}
