package dev.onceward.server.record;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The states and what leads from one to another, as a Mermaid diagram that is made of the rules
 * themselves.
 *
 * <p>An arrow's label lists the calls that take it, each with the condition of its rule, and what
 * time does; operators' calls stand in parentheses. What only answers or refuses is left out, and
 * so are the calls that keep every state.
 */
final class StateDiagram {
  private static final String ABSENT = "[*]";
  private static final String BEFORE = "```mermaid\nstateDiagram-v2\n    direction LR\n";
  private static final String AFTER = "\n```\n\nIn parentheses: what operators do.\n";
  private static final Set<Command.Kind> OPERATORS =
      EnumSet.range(Command.Kind.HOLD, Command.Kind.REDACT);
  private static final Instant AFTER_THE_PATIENCE = Samples.at(20 * 86_400);

  private final Map<String, List<String>> labels = new LinkedHashMap<>();

  private StateDiagram() {}

  static String text() {
    StateDiagram diagram = new StateDiagram();
    for (Situation from : Situation.values()) {
      Rules.ALL.stream().filter(rule -> rule.situation() == from).forEach(diagram::add);
    }
    diagram.addTime();
    return diagram.labels.entrySet().stream()
        .map(arrow -> "    " + arrow.getKey() + " : " + String.join(", ", arrow.getValue()))
        .collect(joining("\n", BEFORE, AFTER));
  }

  private void add(Rule rule) {
    State target = rule.effect().target();
    if (target != null) {
      String condition = condition(rule);
      String label = call(rule.call()) + (condition == null ? "" : " [" + condition + "]");
      arrow(
          rule.situation() == Situation.ABSENT ? ABSENT : rule.situation().name(),
          target.name(),
          OPERATORS.contains(rule.call()) ? "(" + label + ")" : label);
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

  private void addTime() {
    addTime(Sample.WORKING, Samples.at(60), "lease ends [RETRY]");
    addTime(Sample.HOLDING, Samples.at(60), "lease ends [HOLD]");
    addTime(Sample.FAILED, AFTER_THE_PATIENCE, "nobody tries again");
    addTime(Sample.SUCCEEDED, Instant.MAX, "its windows end");
    addTime(Sample.REJECTED, Instant.MAX, "its windows end");
  }

  private void addTime(Sample from, Instant later, String label) {
    Record before = from.record();
    Record after = Samples.seen(before, Samples.terms(later, Policy.DEFAULT));
    arrow(before.state().name(), after == null ? ABSENT : after.state().name(), label);
  }

  private void arrow(String from, String to, String label) {
    labels.computeIfAbsent(from + " --> " + to, arrow -> new ArrayList<>()).add(label);
  }

  private static String call(Command.Kind kind) {
    return Stream.of(kind.name().split("_", -1))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(joining());
  }

  private static String words(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
