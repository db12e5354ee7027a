package dev.onceward.server.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.lane.UnrulyStore.Fate;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.record.Tenancy;
import dev.onceward.server.record.Terms;
import dev.onceward.server.store.Calls;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told of finished keys without asking the store, and what is not. */
final class SettledAnswersTest {
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final Payload RESULT = Calls.payload("O-501");
  private static final Duration MEMORY = SettledAnswers.MEMORY;

  private Rig rig = new Rig();

  private void succeeded(RecordKey key, Payload result) {
    rig.answer(Calls.complete(rig.claimed(Calls.begin(key, "a")), result));
  }

  /** A key that has succeeded, and that somebody has begun since. */
  private Answer.Begun replayed() {
    succeeded(KEY, RESULT);
    return rig.begun(Calls.begin(KEY, "b"));
  }

  private Answer atOnce(Command command) {
    CompletableFuture<Answer> answer = rig.askWithPayload(command);
    assertThat(answer).isCompleted();
    return answer.join();
  }

  private void assertFromMemory(int answers) {
    assertThat(rig.answersFromMemory).isEqualTo(answers);
  }

  @Test
  void begin_replayedAMomentAgo_isAnsweredAtOnceAndAlike() {
    Answer.Begun first = replayed();
    rig.occupy();
    int attempts = rig.store.attempts();

    assertThat(atOnce(Calls.begin(KEY, "c"))).isEqualTo(first);
    assertThat(rig.store.attempts()).isEqualTo(attempts);
    assertFromMemory(1);
  }

  @Test
  void begin_whileTheStoreIsAway_isStillReplayed() {
    Answer.Begun first = replayed();
    rig.store.otherwise(Fate.UNREADABLE);

    assertThat(atOnce(Calls.begin(KEY, "c"))).isEqualTo(first);
  }

  @Test
  void beginThatWouldWait_replayedAMomentAgo_isAnsweredAtOnce() {
    Answer.Begun first = replayed();

    CompletableFuture<Answer> answer =
        rig.askWaiting(Calls.begin(KEY, "c"), Duration.ofSeconds(30));

    assertThat(answer).isCompletedWithValue(first);
    assertFromMemory(1);
  }

  @Test
  void get_replayedAMomentAgo_isAnsweredAtOnceAndAlike() {
    Record record = replayed().record();

    assertThat(atOnce(Calls.get(KEY))).isEqualTo(new Answer.Known(record));
    assertFromMemory(1);
  }

  @Test
  void begin_finalFailure_isRemembered() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.answer(Calls.fail(held, FailureKind.FINAL, RESULT));
    Answer.Begun first = rig.begun(Calls.begin(KEY, "b"));

    assertThat(first.record().state()).isEqualTo(State.FAILED_FINAL);
    assertThat(atOnce(Calls.begin(KEY, "c"))).isEqualTo(first);
    assertFromMemory(1);
  }

  @Test
  void begin_otherDigest_isRefusedAllTheSame() {
    replayed();
    Command.Begin begin = Calls.begin(KEY, "c");
    Command other = of(begin, begin.operation(), Bytes.wrap(new byte[] {0x0b, (byte) 0xad}));

    assertThat(Rig.reasonOf(atOnce(other))).isEqualTo(Reason.DIGEST_MISMATCH);
    assertFromMemory(1);
  }

  @Test
  void begin_otherOperation_isRefusedAllTheSame() {
    replayed();
    Command.Begin begin = Calls.begin(KEY, "c");

    assertThat(Rig.reasonOf(atOnce(of(begin, "order.cancel", begin.digests().get(0)))))
        .isEqualTo(Reason.OPERATION_MISMATCH);
    assertFromMemory(1);
  }

  private static Command of(Command.Begin begin, String operation, Bytes digest) {
    return new Command.Begin(
        begin.key(),
        operation,
        List.of(digest),
        begin.attemptId(),
        begin.owner(),
        begin.lease(),
        begin.expectedVersion(),
        begin.onLeaseExpiry(),
        begin.labels());
  }

  /** Nobody has asked twice yet, and most never do. */
  @Test
  void complete_isNotRemembered() {
    succeeded(KEY, RESULT);

    rig.answer(Calls.get(KEY));
    rig.begun(Calls.begin(KEY, "b"));
    assertFromMemory(0);
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {"RETRYABLE", "UNKNOWN"})
  void begin_keyThatIsNotFinished_isNotRemembered(FailureKind kind) {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.begun(Calls.begin(KEY, "b"));
    rig.answer(Calls.fail(held, kind, Payload.EMPTY));
    rig.begun(Calls.begin(KEY, "c"));

    rig.begun(Calls.begin(KEY, "d"));
    rig.answer(Calls.get(KEY));
    assertFromMemory(0);
  }

  @Test
  void begin_payloadInRowsOfItsOwn_isNotRemembered() {
    succeeded(KEY, Calls.payload(4_097, 1));
    rig.settled(rig.askWithPayload(Calls.begin(KEY, "b")));

    rig.settled(rig.askWithPayload(Calls.begin(KEY, "c")));
    assertFromMemory(0);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void begin_afterASecond_asksTheStore(long nanosBefore) {
    replayed();
    rig.timer.advance(MEMORY.minusNanos(nanosBefore));

    rig.begun(Calls.begin(KEY, "c"));
    assertFromMemory((int) nanosBefore);
  }

  @Test
  void begin_askedAllTheTime_asksTheStoreOnceASecond() {
    replayed();
    int before = rig.store.attempts();
    for (int i = 0; i < 100; i++) {
      rig.timer.advance(Duration.ofMillis(100));
      rig.begun(Calls.begin(KEY, "c"));
    }

    assertThat(rig.store.attempts() - before).isEqualTo(10);
    assertFromMemory(90);
  }

  /** The wall clock may jump; memory is counted by the other one. */
  @Test
  void begin_wallClockGoesBackAnHour_asksTheStoreAfterASecond() {
    replayed();
    rig.wallAhead = Duration.ofHours(-1);
    rig.timer.advance(MEMORY);

    rig.begun(Calls.begin(KEY, "c"));
    assertFromMemory(0);
  }

  /** A server that pauses before it remembers would otherwise tell what was true before. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void remember_afterAPause_countsFromBeforeTheRead(long nanosBefore) {
    Record record = replayed().record();
    SettledAnswers answers = answers(1 << 20);
    long readSince = rig.timer.nanoTime();
    rig.timer.advance(MEMORY.minusNanos(nanosBefore));

    answers.remember(record, terms(), readSince);

    assertThat(answers.answer(Calls.get(KEY)) == null).isEqualTo(nanosBefore == 0);
    rig.timer.advance(Duration.ofNanos(nanosBefore));
    assertThat(answers.answer(Calls.get(KEY))).isNull();
  }

  /** The same, all the way: the store answers only after a second. */
  @Test
  void begin_storeTookASecond_asksTheStoreAgain() {
    succeeded(KEY, RESULT);
    rig.store.beforeNext(() -> rig.timer.advance(MEMORY));
    rig.begun(Calls.begin(KEY, "b"));

    rig.begun(Calls.begin(KEY, "c"));
    assertFromMemory(0);
  }

  @Test
  void retain_here_isSeenAtOnce() {
    replayed();
    Instant until = rig.now().plus(Duration.ofDays(30));

    Record retained = Rig.recordOf(rig.answer(Calls.retain(KEY, until)));

    assertThat(rig.answer(Calls.get(KEY))).isEqualTo(new Answer.Known(retained));
    assertFromMemory(0);
  }

  /** As the items of a Batch are: sent without waiting for the answer before. */
  @Test
  void get_sentRightAfterARetain_isDecidedAfterIt() {
    replayed();
    Instant until = rig.now().plus(Duration.ofDays(30));
    rig.occupy();
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    rig.authority.together(
        () -> {
          answers.add(rig.ask(Calls.retain(KEY, until)));
          answers.add(rig.ask(Calls.get(KEY)));
        });

    rig.store.release();

    assertThat(answers.get(1).join()).isEqualTo(answers.get(0).join());
    assertThat(Rig.recordOf(answers.get(1).join()).revision()).isEqualTo(3);
  }

  @Test
  void retain_atAnotherServer_isSeenAfterASecond() {
    Record before = replayed().record();
    Rig other = rig.neighbour();
    Record retained =
        Rig.recordOf(other.answer(Calls.retain(KEY, rig.now().plus(Duration.ofDays(30)))));

    assertThat(Rig.recordOf(rig.answer(Calls.get(KEY)))).isEqualTo(before);
    rig.timer.advance(MEMORY);
    assertThat(Rig.recordOf(rig.answer(Calls.get(KEY)))).isEqualTo(retained);
  }

  @Test
  void together_someKeysRemembered_answersThemAtOnceAndTheRestTogether() {
    replayed();
    rig.batches.clear();
    List<CompletableFuture<Answer>> answers = new ArrayList<>();

    rig.authority.together(
        () -> {
          answers.add(rig.ask(Calls.begin(Calls.key("K-1"), "a")));
          answers.add(rig.ask(Calls.begin(KEY, "c")));
          answers.add(rig.ask(Calls.begin(Calls.key("K-2"), "a")));
        });

    assertThat(answers)
        .extracting(answer -> ((Answer.Begun) answer.join()).decision())
        .containsExactly(Decision.EXECUTE, Decision.REPLAY, Decision.EXECUTE);
    assertThat(rig.batches).containsExactly(2);
    assertFromMemory(1);
  }

  @Test
  void remember_moreThanThereIsRoomFor_keepsWhatFits() {
    int payload = 4_096;
    rig = new Rig(limited(16L * payload));
    List<RecordKey> keys = IntStream.range(0, 100).mapToObj(i -> Calls.key("K-" + i)).toList();
    keys.forEach(key -> succeeded(key, Calls.payload(payload, 1)));
    keys.forEach(key -> rig.begun(Calls.begin(key, "b")));

    keys.forEach(key -> rig.answer(Calls.get(key)));

    assertThat(rig.answersFromMemory).isBetween(1, 15);
  }

  @Test
  void remember_noRoomAtAll_keepsNothing() {
    rig = new Rig(limited(0));
    replayed();

    rig.begun(Calls.begin(KEY, "c"));
    assertFromMemory(0);
  }

  private static LaneLimits limited(long settledBytesMax) {
    return new LaneLimits(1, 4_096, 256, 512 * 1024, Duration.ofSeconds(10), 100, settledBytesMax);
  }

  private SettledAnswers answers(long bytesMax) {
    Clocks clocks = new Clocks(rig::now, rig.timer::nanoTime, rig.timer, new Random(1));
    return new SettledAnswers(clocks, bytesMax);
  }

  private Terms terms() {
    return new Terms(rig.now(), Rig.SKEW, 0, Tenancy.DEFAULT, "s-1", true);
  }
}
