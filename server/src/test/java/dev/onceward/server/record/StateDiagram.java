package dev.onceward.server.record;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The states and what leads from one to another, as a Mermaid diagram that is made of the rules
 * themselves.
 *
 * <p>An arrow's label lists the calls that take it, each with the condition of its rule. What only
 * answers or refuses is left out, and so is Retain, which keeps every state.
 */
final class StateDiagram {
  private static final String ABSENT = "[*]";

  private final Map<String, List<String>> labels = new LinkedHashMap<>();

  private StateDiagram() {}

  static String text() {
    StateDiagram diagram = new StateDiagram();
    for (Situation from : Situation.values()) {
      Rules.ALL.stream().filter(rule -> rule.situation() == from).forEach(diagram::add);
    }
    for (LeaseExpiry onLeaseExpiry : LeaseExpiry.values()) {
      diagram.addExpiry(onLeaseExpiry);
    }
    return diagram.labels.entrySet().stream()
        .map(arrow -> "    " + arrow.getKey() + " : " + String.join(", ", arrow.getValue()))
        .collect(joining("\n", "```mermaid\nstateDiagram-v2\n    direction LR\n", "\n```\n"));
  }

  private void add(Rule rule) {
    State target = rule.effect().target();
    if (target != null) {
      String condition = condition(rule);
      arrow(
          rule.situation() == Situation.ABSENT ? ABSENT : rule.situation().name(),
          target,
          call(rule.call()) + (condition == null ? "" : " [" + condition + "]"));
    }
  }

  /** What must hold beside all that would be refused or only answered; null if nothing. */
  private static @Nullable String condition(Rule rule) {
    if (rule.condition() != Condition.ALWAYS) {
      return words(rule.condition());
    }
    boolean others =
        Rules.of(rule.situation(), rule.call()).stream()
            .anyMatch(other -> !other.equals(rule) && other.effect().target() != null);
    return others ? "otherwise" : null;
  }

  private void addExpiry(LeaseExpiry onLeaseExpiry) {
    Record record = Samples.Sample.WORKING.record();
    if (onLeaseExpiry == LeaseExpiry.HOLD) {
      record = Samples.Sample.HOLDING.record();
    }
    Terms later = Samples.terms(Instant.MAX, Policy.DEFAULT);
    Record expired = Expiry.applied(record, later);
    arrow(record.state().name(), expired.state(), "lease ends [" + onLeaseExpiry + "]");
  }

  private void arrow(String from, State to, String label) {
    labels.computeIfAbsent(from + " --> " + to, arrow -> new ArrayList<>()).add(label);
  }

  private static String call(Command.Kind kind) {
    String name = words(kind);
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  private static String words(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
