package dev.onceward.server.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.record.Story.Scene;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is declared happens: no rule is dead, and every effect does what its declaration says. */
final class CoverageTest {
  private static final Set<Effect> KEEP_THE_STATE =
      EnumSet.of(Effect.RETAIN, Effect.HOLD, Effect.RELEASE, Effect.REDACT);
  private static final long SEED = 8842;

  private static final List<Scene> SCENES = new ArrayList<>();

  @BeforeAll
  static void play() {
    Random random = new Random(SEED);
    for (int i = 0; i < 5_000; i++) {
      SCENES.addAll(Story.random(random, 60));
    }
  }

  @Test
  void rules_randomStories_allTaken() {
    Set<Rule> taken = new HashSet<>();
    SCENES.forEach(scene -> taken.add(scene.rule()));

    assertThat(Rules.ALL).as("seed %d", SEED).filteredOn(rule -> !taken.contains(rule)).isEmpty();
  }

  @Test
  void effects_randomStories_allTargetsReached() {
    Set<Effect> reached = new HashSet<>();
    for (Scene scene : SCENES) {
      Record written = scene.written();
      Effect effect = scene.rule().effect();
      if (written != null && written.state() == effect.target()) {
        reached.add(effect);
      }
    }

    assertThat(Effect.values())
        .as("seed %d", SEED)
        .filteredOn(effect -> effect.target() != null && !reached.contains(effect))
        .isEmpty();
  }

  @Test
  void effects_withTarget_alwaysLeadThere() {
    assertThat(SCENES)
        .filteredOn(scene -> scene.rule().effect().target() != null)
        .allSatisfy(
            scene ->
                assertThat(scene.written())
                    .isNotNull()
                    .extracting(Record::state)
                    .isEqualTo(scene.rule().effect().target()));
  }

  @Test
  void effects_withoutTarget_changeNothingOrKeepTheState() {
    assertThat(SCENES)
        .filteredOn(scene -> scene.rule().effect().target() == null)
        .allSatisfy(
            scene -> {
              boolean keepsTheState = KEEP_THE_STATE.contains(scene.rule().effect());
              assertThat(scene.outcome().writes()).isEqualTo(keepsTheState);
              if (keepsTheState) {
                assertThat(Situation.of(scene.left())).isEqualTo(scene.rule().situation());
              }
            });
  }
}
