package dev.onceward.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** All figures of a run, and how they compare. */
record Results(List<Figures> all) {
  Results {
    all = List.copyOf(all);
  }

  /** One comparison that the design sets a goal for. */
  record Comparison(String name, double value) {}

  Optional<Figures> of(Scenario scenario) {
    return all.stream().filter(figures -> figures.scenario() == scenario).findFirst();
  }

  /** Operations a second over those of a base; empty if the base was not measured. */
  OptionalDouble ratio(Figures figures, Scenario base) {
    OptionalDouble whole = ops(base);
    return whole.isPresent() && whole.getAsDouble() > 0
        ? OptionalDouble.of(figures.opsPerSecond() / whole.getAsDouble())
        : OptionalDouble.empty();
  }

  /** The comparisons for which both sides were measured. */
  List<Comparison> comparisons() {
    List<Comparison> found = new ArrayList<>();
    add(found, "replay / null", ops(Scenario.REPLAY), ops(Scenario.NULL));
    add(found, "begin / (null and store one after the other)", ops(Scenario.BEGIN), inSequence());
    add(found, "batch / store", ops(Scenario.BATCH), ops(Scenario.STORE));
    add(found, "hot-key / replay", ops(Scenario.HOT_KEY), ops(Scenario.REPLAY));
    add(found, "idle-begin p50 / commit p50", p50(Scenario.IDLE_BEGIN), p50(Scenario.COMMIT));
    return found;
  }

  /** What is left if each command pays for a bare call and for the bare store. */
  private OptionalDouble inSequence() {
    OptionalDouble calls = ops(Scenario.NULL);
    OptionalDouble store = ops(Scenario.STORE);
    return calls.isPresent() && store.isPresent()
        ? OptionalDouble.of(1 / (1 / calls.getAsDouble() + 1 / store.getAsDouble()))
        : OptionalDouble.empty();
  }

  private OptionalDouble ops(Scenario scenario) {
    return of(scenario).stream().mapToDouble(Figures::opsPerSecond).findFirst();
  }

  private OptionalDouble p50(Scenario scenario) {
    return of(scenario).stream().mapToDouble(Figures::p50Micros).findFirst();
  }

  private static void add(
      List<Comparison> found, String name, OptionalDouble part, OptionalDouble whole) {
    if (part.isPresent() && whole.isPresent() && whole.getAsDouble() > 0) {
      found.add(new Comparison(name, part.getAsDouble() / whole.getAsDouble()));
    }
  }

  boolean hasErrors() {
    return all.stream().anyMatch(figures -> figures.errors() > 0);
  }
}
