package dev.onceward.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ScenarioTest {
  @ParameterizedTest
  @EnumSource(Scenario.class)
  void parse_ownLabel_isTheScenario(Scenario scenario) {
    assertThat(Scenario.parse(scenario.label())).isEqualTo(scenario);
  }

  @Test
  void parse_unknownLabel_namesTheKnownOnes() {
    assertThatThrownBy(() -> Scenario.parse("fast"))
        .hasMessage(
            "there is no scenario 'fast'; there are: null, store, begin, begin-complete, replay,"
                + " hot-key, batch, idle-begin, commit");
  }

  @Test
  void chosen_nothingAsked_isAll() {
    assertThat(Scenario.chosen(List.of())).containsExactly(Scenario.values());
  }

  @Test
  void chosen_askedOutOfOrderAndTwice_isInOrderAndOnce() {
    assertThat(Scenario.chosen(List.of(Scenario.REPLAY, Scenario.NULL, Scenario.REPLAY)))
        .containsExactly(Scenario.NULL, Scenario.REPLAY);
  }

  @Test
  void chosen_idleBegin_bringsTheCommitItIsHeldAgainst() {
    assertThat(Scenario.chosen(List.of(Scenario.IDLE_BEGIN)))
        .containsExactly(Scenario.IDLE_BEGIN, Scenario.COMMIT);
  }

  @Test
  void tripsInFlight_batch_countsCommands() {
    assertThat(Scenario.BATCH.tripsInFlight(256)).isEqualTo(4);
    assertThat(Scenario.BATCH.tripsInFlight(1)).isEqualTo(1);
    assertThat(Scenario.BEGIN.tripsInFlight(256)).isEqualTo(256);
    assertThat(Scenario.IDLE_BEGIN.tripsInFlight(256)).isEqualTo(1);
  }
}
