package dev.onceward.server.lane;

import static dev.onceward.server.lane.UnrulyStore.Fate.APPLIED_UNKNOWN;
import static dev.onceward.server.lane.UnrulyStore.Fate.BROKEN;
import static dev.onceward.server.lane.UnrulyStore.Fate.CONFLICT;
import static dev.onceward.server.lane.UnrulyStore.Fate.HELD;
import static dev.onceward.server.lane.UnrulyStore.Fate.LATE;
import static dev.onceward.server.lane.UnrulyStore.Fate.LOST_UNKNOWN;
import static dev.onceward.server.lane.UnrulyStore.Fate.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.lane.UnrulyStore.Fate;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.Calls;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * S3: commits with an unknown result, applied and not applied, alone and before conflicts, for
 * every call that writes. The answer is the one that a sound store would have led to; no attempt is
 * counted twice, no counter drifts.
 */
final class UnknownCommitTest {
  private static final List<List<Fate>> TROUBLES =
      List.of(
          List.of(APPLIED_UNKNOWN),
          List.of(LOST_UNKNOWN),
          List.of(APPLIED_UNKNOWN, CONFLICT),
          List.of(LOST_UNKNOWN, CONFLICT),
          List.of(CONFLICT, APPLIED_UNKNOWN),
          List.of(UNAVAILABLE, APPLIED_UNKNOWN, UNAVAILABLE),
          List.of(LOST_UNKNOWN, APPLIED_UNKNOWN),
          List.of(LOST_UNKNOWN, CONFLICT, APPLIED_UNKNOWN, CONFLICT, LOST_UNKNOWN),
          List.of(APPLIED_UNKNOWN, CONFLICT, CONFLICT, CONFLICT, CONFLICT));

  /** The calls that write. */
  private enum Call {
    BEGIN,
    BEGIN_AGAIN,
    COMPLETE,
    FAIL_RETRYABLE,
    FAIL_FINAL,
    FAIL_UNKNOWN,
    RENEW,
    RETAIN;

    private RecordKey key() {
      return Calls.key("K-" + name());
    }

    /** Brings the key to where the call applies. */
    private void prepare(Rig rig) {
      if (this != BEGIN) {
        Record held = rig.claimed(Calls.begin(key(), "a"));
        if (this == BEGIN_AGAIN) {
          rig.answer(Calls.fail(held, FailureKind.RETRYABLE, Calls.payload(70_000, 1)));
        }
      }
    }

    private Command command(Rig rig) {
      return switch (this) {
        case BEGIN -> Calls.begin(key(), "a");
        case BEGIN_AGAIN -> Calls.begin(key(), "b");
        case COMPLETE -> Calls.complete(rig.stored(key()), Calls.payload(70_000, 2), "O-501");
        case FAIL_RETRYABLE -> fail(rig, FailureKind.RETRYABLE);
        case FAIL_FINAL -> fail(rig, FailureKind.FINAL);
        case FAIL_UNKNOWN -> fail(rig, FailureKind.UNKNOWN);
        case RENEW -> Calls.renew(rig.stored(key()), LeaseExpiry.HOLD, "O-501");
        case RETAIN -> Calls.retain(key(), Rig.START.plusSeconds(9_999));
      };
    }

    private Command fail(Rig rig, FailureKind kind) {
      return Calls.fail(rig.stored(key()), kind, Calls.payload("sorry"));
    }
  }

  private final Rig rig = new Rig();

  static Stream<Arguments> callsAndTroubles() {
    return Stream.of(Call.values())
        .flatMap(call -> TROUBLES.stream().map(trouble -> Arguments.of(call, trouble)));
  }

  /** What is the same whenever it happened: kind of answer, state, counts, contents. */
  private static String gist(Answer answer) {
    Record record = Rig.recordOf(answer);
    String told =
        answer instanceof Answer.Begun begun
            ? begun.decision() + (begun.resumed() ? " resumed" : "")
            : answer.getClass().getSimpleName();
    return "%s %s revision %d attempt %d by %s %s"
        .formatted(
            told,
            record.state(),
            record.revision(),
            record.claim().attempt(),
            record.claim().attemptId(),
            record.references());
  }

  private static String gistOnASoundStore(Call call) {
    Rig sound = new Rig();
    call.prepare(sound);
    return gist(sound.answer(call.command(sound)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("callsAndTroubles")
  void ask_commitOfUnknownResult_isAnsweredAsOnASoundStore(Call call, List<Fate> trouble) {
    call.prepare(rig);
    Command command = call.command(rig);
    rig.store.next(trouble.toArray(Fate[]::new));

    Answer answer = rig.answer(command);

    assertThat(gist(answer)).isEqualTo(gistOnASoundStore(call));
    assertThat(rig.stored(call.key()).revision()).isEqualTo(Rig.recordOf(answer).revision());
    rig.assertSound();
  }

  @ParameterizedTest
  @MethodSource("troubles")
  void ask_batchOfAllCalls_isAnsweredAsOnASoundStore(List<Fate> trouble) {
    for (Call call : Call.values()) {
      call.prepare(rig);
    }
    rig.occupy();
    Map<Call, CompletableFuture<Answer>> answers = new EnumMap<>(Call.class);
    for (Call call : Call.values()) {
      answers.put(call, rig.ask(call.command(rig)));
    }
    rig.store.next(trouble.toArray(Fate[]::new));
    rig.store.release();

    answers.forEach(
        (call, answer) -> assertThat(gist(rig.settled(answer))).isEqualTo(gistOnASoundStore(call)));
    rig.assertSound();
  }

  static List<List<Fate>> troubles() {
    return TROUBLES;
  }

  @ParameterizedTest
  @EnumSource
  void ask_commitLandsBeforeTheNextAttempt_stands(Call call) {
    call.prepare(rig);
    rig.store.next(LATE);
    CompletableFuture<Answer> answer = rig.ask(call.command(rig));
    rig.store.release();

    assertThat(gist(rig.settled(answer))).isEqualTo(gistOnASoundStore(call));
    rig.assertSound();
  }

  @ParameterizedTest
  @EnumSource
  void ask_commitLandsDuringTheNextAttempt_stands(Call call) {
    call.prepare(rig);
    rig.store.next(LATE, HELD);
    CompletableFuture<Answer> answer = rig.ask(call.command(rig));
    rig.timer.advance(Duration.ofMillis(10));
    rig.store.release();
    rig.store.release();

    assertThat(gist(rig.settled(answer))).isEqualTo(gistOnASoundStore(call));
    rig.assertSound();
  }

  @ParameterizedTest
  @EnumSource
  void ask_commitWouldLandAfterTheNextAttempt_isShutOut(Call call) {
    call.prepare(rig);
    rig.store.next(LATE);
    Answer answer = rig.settled(rig.ask(call.command(rig)));
    Record stored = rig.stored(call.key());

    rig.store.release();

    assertThat(gist(answer)).isEqualTo(gistOnASoundStore(call));
    assertThat(rig.stored(call.key())).isEqualTo(stored);
    rig.assertSound();
  }

  @ParameterizedTest
  @MethodSource("callsInLastingDoubt")
  void ask_storeStaysUnknown_saysSoAndTheSameCallThenTellsTheTruth(Call call, Fate fate) {
    call.prepare(rig);
    Command command = call.command(rig);
    rig.store.otherwise(fate);

    assertThat(Rig.reasonOf(rig.answer(command))).isEqualTo(Reason.OUTCOME_UNKNOWN);

    rig.store.otherwise(Fate.FINE);
    String truth = gist(rig.answer(command)).replace(" resumed", "");
    if (call == Call.RENEW) {
      // Between the two the clock has moved, and with it the deadline that a Renew asks for.
      assertThat(truth).startsWith("Renewed PROCESSING").endsWith("[O-501]");
    } else {
      assertThat(truth).isEqualTo(gistOnASoundStore(call));
    }
    rig.assertSound();
  }

  static Stream<Arguments> callsInLastingDoubt() {
    return Stream.of(Call.values())
        .flatMap(
            call -> Stream.of(APPLIED_UNKNOWN, LOST_UNKNOWN).map(fate -> Arguments.of(call, fate)));
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLIED_UNKNOWN", "LOST_UNKNOWN"})
  void ask_defectAfterAnAttemptInDoubt_isUnknownAndNotInternal(Fate fate) {
    rig.store.next(fate, BROKEN);

    Answer answer = rig.answer(Calls.begin(Call.BEGIN.key(), "a"));

    assertThat(Rig.reasonOf(answer)).isEqualTo(Reason.OUTCOME_UNKNOWN);
  }

  /** Another server gets hold of the same copy while this one does not know of its own commit. */
  @Test
  void ask_otherServerMovedTheRecordOn_isToldWhatIsTrueNow() {
    Rig other = rig.neighbour();
    RecordKey key = Call.BEGIN.key();
    rig.store.next(APPLIED_UNKNOWN);
    CompletableFuture<Answer> begin = rig.ask(Calls.begin(key, "a"));
    Answer.Begun copy = other.begun(Calls.begin(key, "a"));
    assertThat(copy.resumed()).isTrue();
    other.answer(Calls.complete(copy.record(), Calls.payload("O-501")));

    Answer.Begun answer = (Answer.Begun) rig.settled(begin);

    assertThat(answer.decision()).isEqualTo(Decision.REPLAY);
    assertThat(answer.record().claim().attempt()).isEqualTo(1);
    rig.assertSound();
  }
}
