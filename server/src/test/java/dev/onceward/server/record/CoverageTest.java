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
    for (int i = 0; i < 2_000; i++) {
      SCENES.addAll(Story.random(random, 60));
    }
  }

  @Test
  void rules_randomStories_allTaken() {
    Set<Rule> taken = new HashSet<>();
    SCENES.forEach(scene -> taken.add(rule(scene)));

    assertThat(Rules.ALL).as("seed %d", SEED).filteredOn(rule -> !taken.contains(rule)).isEmpty();
  }

  @Test
  void effects_randomStories_allTargetsReached() {
    Set<Effect> reached = new HashSet<>();
    for (Scene scene : SCENES) {
      Record after = Samples.after(scene.outcome());
      Effect effect = rule(scene).effect();
      if (after != null && after.state() == effect.target()) {
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
        .filteredOn(scene -> rule(scene).effect().target() != null)
        .allSatisfy(
            scene ->
                assertThat(Samples.after(scene.outcome()))
                    .isNotNull()
                    .extracting(Record::state)
                    .isEqualTo(rule(scene).effect().target()));
  }

  @Test
  void effects_withoutTarget_changeNothingOrKeepTheState() {
    assertThat(SCENES)
        .filteredOn(scene -> rule(scene).effect().target() == null)
        .allSatisfy(
            scene -> {
              boolean keepsTheState = KEEP_THE_STATE.contains(rule(scene).effect());
              assertThat(scene.outcome().writes()).isEqualTo(keepsTheState);
              if (keepsTheState) {
                assertThat(Situation.of(scene.leftEvidence())).isEqualTo(rule(scene).situation());
              }
            });
  }

  private static Rule rule(Scene scene) {
    return Transitions.rule(scene.evidence(), scene.command(), scene.terms());
  }
}
