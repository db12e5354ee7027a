package dev.onceward.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DecisionCountsTest {
  private static final DecisionCounts COUNTS =
      new DecisionCounts(
          """
          # TYPE onceward_decisions_total counter
          onceward_decisions_total{decision="EXECUTE"} 12.0
          onceward_decisions_total{decision="REPLAY"} 1.2345678E7
          """);

  @Test
  void of_countedDecision_isItsCount() {
    assertThat(COUNTS.of("EXECUTE")).isEqualTo(12);
    assertThat(COUNTS.of("REPLAY")).isEqualTo(12_345_678);
  }

  @Test
  void of_decisionNeverMade_isZero() {
    assertThat(COUNTS.of("IN_PROGRESS")).isZero();
  }
}
