package dev.onceward.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What was measured of one scenario.
 *
 * @param opsPerSecond commands, not calls
 * @param p50Micros latency of a round trip
 * @param errors round trips that did not end as they should
 * @param messages the first errors'
 */
record Figures(
    Scenario scenario,
    double opsPerSecond,
    double p50Micros,
    double p99Micros,
    double p999Micros,
    long errors,
    List<String> messages) {

  static Figures of(Scenario scenario, Window window) {
    return new Figures(
        scenario,
        window.tripsPerSecond() * scenario.commandsPerTrip(),
        window.micros(50),
        window.micros(99),
        window.micros(99.9),
        window.errors(),
        window.messages());
  }

  /** The medians of several runs of one scenario; of errors the sum. */
  static Figures median(List<Figures> runs) {
    return new Figures(
        runs.get(0).scenario(),
        median(runs, Figures::opsPerSecond),
        median(runs, Figures::p50Micros),
        median(runs, Figures::p99Micros),
        median(runs, Figures::p999Micros),
        runs.stream().mapToLong(Figures::errors).sum(),
        runs.stream().flatMap(run -> run.messages().stream()).limit(3).toList());
  }

  private static double median(List<Figures> runs, ToDoubleFunction<Figures> value) {
    double[] sorted = runs.stream().mapToDouble(value).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
