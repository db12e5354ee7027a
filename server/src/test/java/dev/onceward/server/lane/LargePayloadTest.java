package dev.onceward.server.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.lane.UnrulyStore.Fate;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Failure;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.store.Calls;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads that stand in rows of their own come back whole to whoever wants them. */
final class LargePayloadTest {
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final Payload LARGE = Calls.payload(100_000, 1);
  private static final Payload OTHER = Calls.payload(120_000, 2);

  private final Rig rig = new Rig();

  private static Payload resultOf(Answer answer) {
    return Objects.requireNonNull(Rig.recordOf(answer).result());
  }

  private static Payload failedWith(Answer answer) {
    Failure failure = Objects.requireNonNull(Rig.recordOf(answer).failure());
    return failure.payload();
  }

  private Record failed() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    return Rig.recordOf(rig.answer(Calls.fail(held, FailureKind.RETRYABLE, LARGE)));
  }

  @ParameterizedTest
  @ValueSource(ints = {4_096, 4_097, 65_536, 65_537, 262_144})
  void begin_replayOfAnySize_bringsTheWholeResult(int size) {
    Payload payload = Calls.payload(size, 1);
    rig.answer(Calls.complete(rig.claimed(Calls.begin(KEY, "a")), payload));

    Answer.Begun replay = (Answer.Begun) rig.settled(rig.askWithPayload(Calls.begin(KEY, "b")));

    assertThat(replay.decision()).isEqualTo(Decision.REPLAY);
    assertThat(resultOf(replay)).isEqualTo(payload);
  }

  @Test
  void begin_payloadNotWanted_isNotRead() {
    rig.answer(Calls.complete(rig.claimed(Calls.begin(KEY, "a")), LARGE));
    int before = rig.store.attempts();

    assertThat(resultOf(rig.answer(Calls.begin(KEY, "b"))).isElsewhere()).isTrue();
    assertThat(rig.store.attempts() - before).isEqualTo(1);
  }

  @Test
  void complete_sentAgain_bringsTheWholeResult() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.answer(Calls.complete(held, LARGE));

    assertThat(resultOf(rig.settled(rig.askWithPayload(Calls.complete(held, LARGE)))))
        .isEqualTo(LARGE);
  }

  @Test
  void begin_claimAfterAFailure_bringsTheFailuresPayload() {
    failed();

    Answer.Begun begun = (Answer.Begun) rig.settled(rig.askWithPayload(Calls.begin(KEY, "b")));

    assertThat(begun.decision()).isEqualTo(Decision.EXECUTE);
    assertThat(failedWith(begun)).isEqualTo(LARGE);
    assertThat(
            failedWith(rig.settled(rig.askWithPayload(Calls.renew(begun.record(), null, "O-501")))))
        .isEqualTo(LARGE);
  }

  /** Between the decision and the reading of its payload another server finishes the key. */
  @Test
  void get_recordMovesOnBeforeItsPayloadIsRead_tellsWhatIsTrueNow() {
    failed();
    Rig other = rig.neighbour();
    beforeThePayloadIsRead(
        () -> other.answer(Calls.complete(other.claimed(Calls.begin(KEY, "b")), OTHER)));

    Answer answer = rig.settled(rig.askWithPayload(Calls.get(KEY)));

    assertThat(Rig.recordOf(answer).state()).isEqualTo(State.SUCCEEDED);
    assertThat(resultOf(answer)).isEqualTo(OTHER);
  }

  @Test
  void renew_recordMovesOnBeforeItsPayloadIsRead_isStillToldAsDecided() {
    failed();
    Record held = rig.claimed(Calls.begin(KEY, "b"));
    Rig other = rig.neighbour();
    beforeThePayloadIsRead(() -> other.answer(Calls.complete(held, OTHER)));

    Answer answer = rig.settled(rig.askWithPayload(Calls.renew(held, null, "O-501")));

    assertThat(answer).isInstanceOf(Answer.Renewed.class);
    assertThat(failedWith(answer).isElsewhere()).isTrue();
  }

  private void beforeThePayloadIsRead(Runnable action) {
    rig.store.beforeNext(() -> rig.store.beforeNext(action));
  }

  @Test
  void get_payloadCannotBeRead_isUnavailable() {
    failed();
    rig.store.next(Fate.FINE);
    rig.store.otherwise(Fate.UNREADABLE);

    assertThat(Rig.reasonOf(rig.settled(rig.askWithPayload(Calls.get(KEY)))))
        .isEqualTo(Reason.STORE_UNAVAILABLE);
  }

  /** The claim is stored, so the caller must not be told that nothing was done. */
  @Test
  void begin_payloadOfAStoredClaimCannotBeRead_isUnknownAndTheSameCallResumes() {
    failed();
    rig.store.next(Fate.FINE);
    rig.store.otherwise(Fate.UNREADABLE);

    Answer answer = rig.settled(rig.askWithPayload(Calls.begin(KEY, "b")));

    assertThat(Rig.reasonOf(answer)).isEqualTo(Reason.OUTCOME_UNKNOWN);
    rig.store.otherwise(Fate.FINE);
    Answer again = rig.settled(rig.askWithPayload(Calls.begin(KEY, "b")));
    assertThat(((Answer.Begun) again).resumed()).isTrue();
    assertThat(failedWith(again)).isEqualTo(LARGE);
  }
}
