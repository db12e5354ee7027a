package dev.onceward.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.onceward.bench.Results.Comparison;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ResultsTest {
  private static final Figures NULL = figures(Scenario.NULL, 20_000, 0);
  private static final Figures STORE = figures(Scenario.STORE, 30_000, 0);
  private static final Figures BEGIN = figures(Scenario.BEGIN, 6_000, 0);

  private static Figures figures(Scenario scenario, double opsPerSecond, long errors) {
    List<String> messages = errors == 0 ? List.of() : List.of("Begin: UNAVAILABLE, gone");
    return new Figures(scenario, opsPerSecond, 900, 2_500, 12_345.67, errors, messages);
  }

  @Test
  void ratio_baseMeasured_isPartOfBase() {
    Results results = new Results(List.of(NULL, STORE, BEGIN));

    assertThat(results.ratio(BEGIN, Scenario.NULL)).hasValue(0.3);
    assertThat(results.ratio(BEGIN, Scenario.STORE)).hasValue(0.2);
    assertThat(results.ratio(NULL, Scenario.NULL)).hasValue(1);
  }

  @Test
  void ratio_baseNotMeasured_isEmpty() {
    assertThat(new Results(List.of(BEGIN)).ratio(BEGIN, Scenario.NULL)).isEmpty();
  }

  @Test
  void comparisons_begin_isAgainstNullAndStoreInSequence() {
    List<Comparison> comparisons = new Results(List.of(NULL, STORE, BEGIN)).comparisons();

    // 1 / (1 / 20,000 + 1 / 30,000) = 12,000
    assertThat(comparisons).hasSize(1);
    assertThat(comparisons.get(0).value()).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void comparisons_idleBegin_isAgainstACommitByLatency() {
    Figures idle = new Figures(Scenario.IDLE_BEGIN, 400, 2_400, 0, 0, 0, List.of());
    Figures commit = new Figures(Scenario.COMMIT, 500, 2_000, 0, 0, 0, List.of());

    assertThat(new Results(List.of(idle, commit)).comparisons())
        .containsExactly(new Comparison("idle-begin p50 / commit p50", 1.2));
  }

  @Test
  void median_oddAndEvenRuns_isTheMiddle() {
    Figures slow = figures(Scenario.BEGIN, 1_000, 1);
    Figures fast = figures(Scenario.BEGIN, 9_000, 2);

    assertThat(Figures.median(List.of(fast, BEGIN, slow)).opsPerSecond()).isEqualTo(6_000);
    assertThat(Figures.median(List.of(fast, slow)).opsPerSecond()).isEqualTo(5_000);
    assertThat(Figures.median(List.of(fast, BEGIN, slow)).errors()).isEqualTo(3);
  }

  @Test
  void json_results_isOneObjectForEachScenario() {
    assertThat(ResultJson.of(new Results(List.of(NULL, BEGIN))))
        .isEqualTo(
            """
            [
              {"scenario": "null", "ops_per_second": 20000.0, "p50_us": 900.0, "p99_us": 2500.0, \
            "p999_us": 12345.7, "ratio_to_null": 1.0000, "ratio_to_store": null, "errors": 0},
              {"scenario": "begin", "ops_per_second": 6000.0, "p50_us": 900.0, "p99_us": 2500.0, \
            "p999_us": 12345.7, "ratio_to_null": 0.3000, "ratio_to_store": null, "errors": 0}
            ]
            """);
  }

  @Test
  void table_errors_areMarkedWithTheirMessages() {
    Results results = new Results(List.of(NULL, figures(Scenario.BEGIN, 6_000, 7)));
    StringWriter text = new StringWriter();

    ResultTable.print(results, new PrintWriter(text));

    assertThat(results.hasErrors()).isTrue();
    assertThat(text.toString())
        .contains("6,000", "900 µs", "2.5 ms", "12.3 ms", "0.30")
        .contains("! 7 errors", "Begin: UNAVAILABLE, gone");
  }
}
