package dev.onceward.server.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.lane.UnrulyStore.Fate;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.store.Calls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One key in trouble does not hold up its neighbours. */
final class HalvingTest {
  private static final int COMMANDS = 64;

  private final Rig rig = new Rig();
  private final List<CompletableFuture<Answer>> answers = new ArrayList<>();

  private static RecordKey key(int i) {
    return Calls.key("K-" + i);
  }

  private byte[] rowOf(int i) {
    return rig.records.watchKey(key(i));
  }

  /** All as one transaction, its first attempt being the next one. */
  private void queue(List<Command> commands) {
    rig.occupy();
    commands.forEach(command -> answers.add(rig.ask(command)));
  }

  private void queueBegins() {
    queue(IntStream.range(0, COMMANDS).mapToObj(i -> (Command) Calls.begin(key(i), "a")).toList());
  }

  private static Decision decisionOf(CompletableFuture<Answer> answer) {
    assertThat(answer).isCompleted();
    return ((Answer.Begun) answer.join()).decision();
  }

  @Test
  void ask_oneConflict_isRetriedWhole() {
    queueBegins();
    rig.store.next(Fate.CONFLICT);
    rig.store.release();

    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThat(rig.batches).containsExactly(1, COMMANDS);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 17, COMMANDS - 1})
  void ask_contendedKey_neighboursAreAnsweredLongBeforeIt(int contended) {
    queueBegins();
    rig.store.contest(rowOf(contended), 1_000);
    rig.store.release();
    CompletableFuture<Answer> later = rig.ask(Calls.begin(key(COMMANDS), "a"));

    rig.timer.advance(Duration.ofSeconds(1));

    assertThat(rig.store.contestsLeft()).isPositive();
    assertThat(answers.remove(contended)).isNotDone();
    answers.add(later);
    assertThat(answers).extracting(HalvingTest::decisionOf).containsOnly(Decision.EXECUTE);
    rig.assertSound();
  }

  @Test
  void ask_contendedKeyBecomesFree_isAnsweredToo() {
    queueBegins();
    rig.store.contest(rowOf(17), 100);
    rig.store.release();
    answers.forEach(rig::settled);

    assertThat(answers).extracting(HalvingTest::decisionOf).containsOnly(Decision.EXECUTE);
    rig.assertSound();
  }

  @Test
  void ask_contendedKeyUntilTheDeadline_saysThatNothingWasDone() {
    rig.store.contest(rowOf(0), 1_000_000);
    CompletableFuture<Answer> begin = rig.ask(Calls.begin(key(0), "a"));

    assertThat(Rig.reasonOf(rig.settled(begin))).isEqualTo(Reason.STORE_UNAVAILABLE);
    assertThat(1_000_000 - rig.store.contestsLeft()).as("attempts in 5 s").isLessThan(2_000);
    assertThat(rig.isStored(key(0))).isFalse();
    assertThat(rig.timer.waiting()).isZero();
  }

  /** Two attempts on each level of halving, and the neighbours of each level in one. */
  @Test
  void ask_contendedKey_costsAFewAttemptsForEachHalving() {
    queueBegins();
    rig.store.contest(rowOf(17), 2 * 6);
    int before = rig.store.attempts();
    rig.store.release();

    answers.forEach(rig::settled);

    assertThat(rig.store.attempts() - before).isLessThanOrEqualTo(2 * 6 + 6 + 1);
    assertThat(rig.batches).hasSize(1 + 6 + 1).startsWith(1).contains(32, 16, 8, 4, 2, 1);
  }

  @Test
  void ask_brokenByOneCommand_failsThatOneOnly() {
    queueBegins();
    rig.store.poison(rowOf(17));
    rig.store.release();

    assertThat(answers).allMatch(CompletableFuture::isDone);
    for (int i = 0; i < COMMANDS; i++) {
      if (i == 17) {
        assertThat(Rig.reasonOf(answers.get(i).join())).isEqualTo(Reason.INTERNAL);
      } else {
        assertThat(decisionOf(answers.get(i))).isEqualTo(Decision.EXECUTE);
      }
    }
    assertThat(rig.isStored(key(17))).isFalse();
    rig.assertSound();
  }

  @Test
  void ask_commandsOfOneKeyInAHalvedBatch_keepTheirOrder() {
    rig.wallStopped = true; // for versions that are known beforehand
    List<Command> commands = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Command.ClaimRef claim = new Command.ClaimRef(key(i), rig.versionNow(), "a");
      commands.add(Calls.begin(key(i), "a"));
      commands.add(new Command.Complete(claim, Payload.EMPTY, List.of()));
      commands.add(Calls.begin(key(i), "b"));
    }
    queue(commands);
    rig.store.contest(rowOf(7), 30);
    rig.store.release();
    answers.forEach(rig::settled);

    for (int i = 0; i < 20; i++) {
      assertThat(decisionOf(answers.get(3 * i))).isEqualTo(Decision.EXECUTE);
      assertThat(answers.get(3 * i + 1).join()).isInstanceOf(Answer.Known.class);
      assertThat(decisionOf(answers.get(3 * i + 2))).isEqualTo(Decision.REPLAY);
    }
    assertThat(rig.counters()).containsEntry(State.SUCCEEDED, 20L);
    rig.assertSound();
  }

  /** Those who have their answer already are no reason to halve. */
  @Test
  void ask_onlyOneOpenCommandInAContendedBatch_isTriedOnItsOwnAtOnce() {
    rig.claimed(Calls.begin(key(0), "a"));
    List<Command> commands = new ArrayList<>();
    for (int i = 0; i < COMMANDS; i++) {
      commands.add(Calls.begin(key(0), "stranger-" + i));
    }
    commands.add(Calls.begin(key(1), "a"));
    queue(commands);
    rig.store.contest(rowOf(1), 5);
    int before = rig.store.attempts();
    rig.store.release();
    answers.forEach(rig::settled);

    assertThat(rig.store.attempts() - before).isEqualTo(5 + 1);
    assertThat(decisionOf(answers.get(COMMANDS))).isEqualTo(Decision.EXECUTE);
  }
}
