package dev.onceward.server.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.record.TransitionsTable.Row;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command on every record does what the design's tables say, and nothing else. */
final class TransitionsTableTest {

  static Stream<Row> rows() {
    return TransitionsTable.rows().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void decide_row_asDesigned(Row row) {
    Outcome outcome = Transitions.decide(row.before(), row.command(), row.terms());

    assertThat(Told.answer(outcome.answer())).as("answer").isEqualTo(row.answer());
    assertThat(changes(row, outcome)).as("changes").isEqualTo(row.changes());
    Evidence left = outcome.after() == null ? row.before() : outcome.after();
    Evidence seen = Aging.seen(left, row.terms());
    if (outcome.answer() instanceof Answer.Filed filed) {
      assertThat(filed.archived()).as("archived told").isEqualTo(seen.filed());
    } else if (!(outcome.answer() instanceof Answer.Refused)) {
      assertThat(recordIn(outcome.answer())).as("record told").isEqualTo(seen.online());
    }
  }

  private static String changes(Row row, Outcome outcome) {
    if (outcome.after() == null) {
      return "-";
    }
    return Told.changes(row.before(), outcome.after()).entrySet().stream()
        .map(change -> change.getKey() + "=" + change.getValue())
        .collect(Collectors.joining(" "));
  }

  static @Nullable Record recordIn(Answer answer) {
    if (answer instanceof Answer.Begun begun) {
      return begun.record();
    }
    if (answer instanceof Answer.Renewed renewed) {
      return renewed.record();
    }
    return answer instanceof Answer.Known known ? known.record() : null;
  }

  @Test
  void table_everySituationAndCall_hasARow() {
    Set<String> missing =
        EnumSet.allOf(Situation.class).stream()
            .flatMap(
                situation ->
                    EnumSet.allOf(Command.Kind.class).stream().map(call -> situation + " " + call))
            .collect(Collectors.toSet());
    for (Row row : TransitionsTable.rows()) {
      missing.remove(Situation.of(row.before()) + " " + row.command().kind());
    }

    assertThat(missing).isEmpty();
  }

  @Test
  void table_everyRule_hasARowThatFollowsIt() {
    List<Rule> followed =
        TransitionsTable.rows().stream()
            .map(row -> Transitions.rule(row.before(), row.command(), row.terms()))
            .toList();

    assertThat(Rules.ALL).allSatisfy(rule -> assertThat(followed).contains(rule));
  }
}
