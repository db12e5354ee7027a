package dev.onceward.server.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of rules has an answer to everything, and no row that cannot be reached. */
final class RulesTest {

  static Stream<Arguments> situationsAndCalls() {
    return Stream.of(Situation.values())
        .flatMap(
            situation ->
                Stream.of(Command.Kind.values()).map(call -> Arguments.of(situation, call)));
  }

  @ParameterizedTest(name = "{1} in {0}")
  @MethodSource("situationsAndCalls")
  void of_everySituationAndCall_endsWithAlways(Situation situation, Command.Kind call) {
    List<Condition> conditions = Rules.of(situation, call).stream().map(Rule::condition).toList();

    assertThat(conditions).isNotEmpty().doesNotHaveDuplicates();
    assertThat(conditions.indexOf(Condition.ALWAYS)).isEqualTo(conditions.size() - 1);
  }

  @ParameterizedTest(name = "{1} in {0}")
  @MethodSource("situationsAndCalls")
  void of_everySituationAndCall_givesOnlyItsOwnRows(Situation situation, Command.Kind call) {
    assertThat(Rules.of(situation, call))
        .allSatisfy(
            rule -> {
              assertThat(rule.situation()).isEqualTo(situation);
              assertThat(rule.call()).isEqualTo(call);
            });
  }

  @Test
  void all_everyRow_isFoundUnderItsSituationAndCallAndOnlyOnce() {
    assertThat(Rules.ALL)
        .doesNotHaveDuplicates()
        .allSatisfy(rule -> assertThat(Rules.of(rule.situation(), rule.call())).contains(rule));
    assertThat(situationsAndCalls().mapToInt(RulesTest::rows).sum()).isEqualTo(Rules.ALL.size());
  }

  @Test
  void all_everyEffect_isUsed() {
    assertThat(Rules.ALL).extracting(Rule::effect).contains(Effect.values());
  }

  @Test
  void all_everyCondition_isUsed() {
    assertThat(Rules.ALL).extracting(Rule::condition).contains(Condition.values());
  }

  @Test
  void of_itsRows_cannotBeChanged() {
    List<Rule> rows = Rules.of(Situation.ABSENT, Command.Kind.GET);

    assertThatThrownBy(rows::clear).isInstanceOf(UnsupportedOperationException.class);
  }

  private static int rows(Arguments situationAndCall) {
    Object[] both = situationAndCall.get();
    return Rules.of((Situation) both[0], (Command.Kind) both[1]).size();
  }
}
