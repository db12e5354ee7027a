package dev.onceward.bench;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalDouble;

/** The results for people. */
final class ResultTable {
  private static final String HEAD = "%-15s %10s %10s %10s %10s %8s %8s%n";

  private ResultTable() {}

  static void print(Results results, PrintWriter out) {
    out.printf(HEAD, "scenario", "ops/s", "p50", "p99", "p99.9", "/ null", "/ store");
    for (Figures figures : results.all()) {
      out.printf(
          Locale.ROOT,
          HEAD,
          figures.scenario().label(),
          String.format(Locale.ROOT, "%,.0f", figures.opsPerSecond()),
          time(figures.p50Micros()),
          time(figures.p99Micros()),
          time(figures.p999Micros()),
          ratio(results.ratio(figures, Scenario.NULL)),
          ratio(results.ratio(figures, Scenario.STORE)));
      if (figures.errors() > 0) {
        out.printf(Locale.ROOT, "  ! %,d errors, so this line means nothing%n", figures.errors());
        figures.messages().forEach(message -> out.println("    " + message));
      }
    }
    if (!results.comparisons().isEmpty()) {
      out.println();
      results
          .comparisons()
          .forEach(c -> out.printf(Locale.ROOT, "%-46s %6.2f%n", c.name(), c.value()));
    }
    out.flush();
  }

  private static String ratio(OptionalDouble ratio) {
    return ratio.isPresent() ? String.format(Locale.ROOT, "%.2f", ratio.getAsDouble()) : "-";
  }

  private static String time(double micros) {
    return micros < 1_000
        ? String.format(Locale.ROOT, "%.0f µs", micros)
        : String.format(Locale.ROOT, "%.1f ms", micros / 1_000);
  }
}
