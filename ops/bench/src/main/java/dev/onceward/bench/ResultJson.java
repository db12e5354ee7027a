package dev.onceward.bench;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The results for programs: a JSON array with one object for each scenario. */
final class ResultJson {
  private ResultJson() {}

  static String of(Results results) {
    return results.all().stream()
        .map(figures -> object(figures, results))
        .collect(Collectors.joining(",\n  ", "[\n  ", "\n]\n"));
  }

  private static String object(Figures figures, Results results) {
    return String.format(
        Locale.ROOT,
        "{\"scenario\": \"%s\", \"ops_per_second\": %.1f, \"p50_us\": %.1f, \"p99_us\": %.1f,"
            + " \"p999_us\": %.1f, \"ratio_to_null\": %s, \"ratio_to_store\": %s, \"errors\": %d}",
        figures.scenario().label(),
        figures.opsPerSecond(),
        figures.p50Micros(),
        figures.p99Micros(),
        figures.p999Micros(),
        number(results.ratio(figures, Scenario.NULL)),
        number(results.ratio(figures, Scenario.STORE)),
        figures.errors());
  }

  private static String number(OptionalDouble ratio) {
    return ratio.isPresent() ? String.format(Locale.ROOT, "%.4f", ratio.getAsDouble()) : "null";
  }
}
