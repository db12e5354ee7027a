package dev.onceward.server.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.lane.UnrulyStore.Fate;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.store.Calls;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers that hang up, deadlines that pass, and a store that does not answer (S17). */
final class AbandonedCallTest {
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final RecordKey OTHER = Calls.key("K-8843");

  private final Rig rig = new Rig();
  private final AtomicBoolean hungUp = new AtomicBoolean();

  private CompletableFuture<Answer> askUntilHungUp(Command command) {
    return rig.authority.ask(rig.asking(command, Rig.DEADLINE, hungUp::get));
  }

  private static Command report(boolean success, Record held) {
    return success
        ? Calls.complete(held, Calls.payload("O-501"))
        : Calls.fail(held, FailureKind.FINAL, Payload.EMPTY);
  }

  @Test
  void ask_beginCancelledBeforeItsTurn_claimsNothing() {
    rig.occupy();
    CompletableFuture<Answer> begin = askUntilHungUp(Calls.begin(KEY, "a"));
    hungUp.set(true);

    rig.store.release();

    assertThat(Rig.reasonOf(begin.join())).isEqualTo(Reason.STORE_UNAVAILABLE);
    assertThat(rig.isStored(KEY)).isFalse();
  }

  @Test
  void ask_deadlinePassedBeforeItsTurn_isRefusedAndNothingIsStored() {
    Record held = rig.claimed(Calls.begin(OTHER, "a"));
    rig.occupy();
    CompletableFuture<Answer> begin = rig.ask(Calls.begin(KEY, "a"));
    CompletableFuture<Answer> renew = rig.ask(Calls.renew(held, null));
    CompletableFuture<Answer> get = rig.ask(Calls.get(OTHER));
    rig.timer.advance(Rig.DEADLINE);

    rig.store.release();

    assertThat(Rig.reasonOf(begin.join())).isEqualTo(Reason.STORE_UNAVAILABLE);
    assertThat(Rig.reasonOf(renew.join())).isEqualTo(Reason.STORE_UNAVAILABLE);
    assertThat(Rig.reasonOf(get.join())).isEqualTo(Reason.STORE_UNAVAILABLE);
    assertThat(rig.isStored(KEY)).isFalse();
    assertThat(rig.stored(OTHER)).isEqualTo(held);
  }

  @Test
  void ask_beginCancelledBetweenAttempts_isDropped() {
    rig.store.next(Fate.UNAVAILABLE);
    CompletableFuture<Answer> begin = askUntilHungUp(Calls.begin(KEY, "a"));
    hungUp.set(true);

    assertThat(Rig.reasonOf(rig.settled(begin))).isEqualTo(Reason.STORE_UNAVAILABLE);
    assertThat(rig.isStored(KEY)).isFalse();
  }

  @Test
  void ask_beginCancelledAfterAnAttemptInDoubt_isUnknown() {
    rig.store.next(Fate.APPLIED_UNKNOWN);
    CompletableFuture<Answer> begin = askUntilHungUp(Calls.begin(KEY, "a"));
    hungUp.set(true);

    assertThat(Rig.reasonOf(rig.settled(begin))).isEqualTo(Reason.OUTCOME_UNKNOWN);
    assertThat(rig.begun(Calls.begin(KEY, "a")).resumed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ask_reportCancelledWhileQueued_isStored(boolean success) {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.occupy();
    CompletableFuture<Answer> report = askUntilHungUp(report(success, held));
    hungUp.set(true);

    rig.store.release();

    assertThat(report).isCompleted();
    assertThat(rig.stored(KEY).state().isFinal()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ask_reportPastItsDeadline_isStoredWithinItsPatience(boolean success) {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.occupy();
    CompletableFuture<Answer> report = rig.ask(report(success, held));
    rig.timer.advance(Duration.ofMillis(9_900));

    rig.store.release();

    assertThat(report).isCompleted();
    assertThat(rig.stored(KEY).state().isFinal()).isTrue();
  }

  @Test
  void ask_reportPastItsPatience_isRefusedAndNothingIsStored() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.store.otherwise(Fate.UNAVAILABLE);
    CompletableFuture<Answer> report = rig.ask(report(true, held));
    rig.timer.advance(Duration.ofMillis(8_900));
    assertThat(report).isNotDone();

    rig.timer.advance(Duration.ofMillis(1_100));

    assertThat(Rig.reasonOf(report.getNow(null))).isEqualTo(Reason.STORE_UNAVAILABLE);
    assertThat(rig.stored(KEY).state()).isEqualTo(State.PROCESSING);
  }

  @Test
  void ask_storeComesBackWithinTheDeadline_isAnsweredAsIfNothingHadBeen() {
    rig.store.otherwise(Fate.UNAVAILABLE);
    CompletableFuture<Answer> begin = rig.ask(Calls.begin(KEY, "a"));
    rig.timer.advance(Duration.ofSeconds(3));
    rig.store.otherwise(Fate.FINE);

    assertThat(((Answer.Begun) rig.settled(begin)).decision()).isEqualTo(Decision.EXECUTE);
  }

  @Test
  void ask_storeUnavailableUntilTheDeadline_saysThatNothingWasDone() {
    rig.store.otherwise(Fate.UNAVAILABLE);

    Answer answer = rig.answer(Calls.begin(KEY, "a"));

    assertThat(Rig.reasonOf(answer)).isEqualTo(Reason.STORE_UNAVAILABLE);
    assertThat(rig.isStored(KEY)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"SILENT", "SILENT_APPLIED"})
  void ask_storeNeverAnswers_isUnknownAtTheDeadline(Fate fate) {
    rig.store.next(fate);
    CompletableFuture<Answer> begin = rig.ask(Calls.begin(KEY, "a"));
    rig.timer.advance(Rig.DEADLINE.minusMillis(1));
    assertThat(begin).isNotDone();

    rig.timer.advance(Duration.ofMillis(1));

    assertThat(Rig.reasonOf(begin.getNow(null))).isEqualTo(Reason.OUTCOME_UNKNOWN);
    Answer.Begun again = rig.begun(Calls.begin(KEY, "a"));
    assertThat(again.decision()).isEqualTo(Decision.EXECUTE);
    assertThat(again.resumed()).isEqualTo(fate == Fate.SILENT_APPLIED);
    assertThat(again.record().claim().attempt()).isEqualTo(1);
    rig.assertSound();
  }

  @Test
  void ask_getThatTheStoreDoesNotAnswer_isUnavailable() {
    rig.claimed(Calls.begin(KEY, "a"));
    rig.store.otherwise(Fate.UNREADABLE);

    assertThat(Rig.reasonOf(rig.answer(Calls.get(KEY)))).isEqualTo(Reason.STORE_UNAVAILABLE);
  }

  /** One caller's hour must not become the lane's. */
  @Test
  void ask_neverAnsweredWithAFarDeadline_givesTheLaneBackAfterThePatience() {
    rig.store.next(Fate.SILENT);
    CompletableFuture<Answer> stuck =
        rig.authority.ask(rig.asking(Calls.begin(KEY, "a"), Duration.ofHours(1), () -> false));
    rig.timer.advance(Duration.ofSeconds(6));
    CompletableFuture<Answer> next = rig.ask(Calls.begin(OTHER, "a"));

    rig.timer.advance(Duration.ofSeconds(4));

    assertThat(Rig.reasonOf(stuck.getNow(null))).isEqualTo(Reason.OUTCOME_UNKNOWN);
    assertThat(((Answer.Begun) next.getNow(null)).decision()).isEqualTo(Decision.EXECUTE);
  }

  @Test
  void ask_allAnswered_leavesNoTimerBehind() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.answer(Calls.complete(held, Payload.EMPTY));

    assertThat(rig.timer.waiting()).isZero();
  }
}
