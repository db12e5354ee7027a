package dev.onceward.server.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.lane.UnrulyStore.Fate;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.store.Calls;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Calls that wait for another attempt's claim to end, and what wakes them. */
final class WaitingTest {
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final Duration WAIT = Duration.ofSeconds(20);
  private static final Payload RESULT = Calls.payload("O-501");

  private Rig rig = new Rig();

  private CompletableFuture<Answer> waitingBegin(String attempt) {
    return rig.askWaiting(Calls.begin(KEY, attempt), WAIT);
  }

  private static Decision decisionOf(CompletableFuture<Answer> answer) {
    assertThat(answer).isCompleted();
    return ((Answer.Begun) answer.join()).decision();
  }

  private void assertNothingIsLeft() {
    rig.timer.advance(Duration.ofSeconds(4));
    assertThat(rig.authority.waiters().waiting()).isZero();
    assertThat(rig.authority.waiters().hotKeyCount()).isZero();
    assertThat(rig.timer.waiting()).isZero();
  }

  @Test
  void begin_freeKey_executesAtOnce() {
    assertThat(decisionOf(waitingBegin("a"))).isEqualTo(Decision.EXECUTE);
    assertNothingIsLeft();
  }

  @Test
  void begin_holderCompletes_isReplayAtOnce() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    CompletableFuture<Answer> waiting = waitingBegin("b");
    assertThat(waiting).isNotDone();

    rig.send(Calls.complete(held, RESULT));

    assertThat(decisionOf(waiting)).isEqualTo(Decision.REPLAY);
    assertThat(Rig.recordOf(waiting.join()).result()).isEqualTo(RESULT);
    assertNothingIsLeft();
  }

  @Test
  void begin_holderFails_oneWaiterExecutesAndTheOthersWaitOn() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    List<CompletableFuture<Answer>> waiting =
        IntStream.range(0, 10).mapToObj(i -> waitingBegin("b" + i)).toList();

    rig.send(Calls.fail(held, FailureKind.RETRYABLE, Payload.EMPTY));

    assertThat(waiting).filteredOn(CompletableFuture::isDone).hasSize(1);
    assertThat(decisionOf(waiting.get(0))).isEqualTo(Decision.EXECUTE);
    Record second = Rig.recordOf(waiting.get(0).join());
    assertThat(second.claim().attempt()).isEqualTo(2);
    rig.send(Calls.complete(second, RESULT));
    assertThat(waiting.subList(1, 10))
        .allSatisfy(answer -> assertThat(decisionOf(answer)).isEqualTo(Decision.REPLAY));
    assertNothingIsLeft();
  }

  @Test
  void begin_leaseEnds_executesAtTheFirstMomentPastTheSkewAllowance() {
    rig.claimed(Calls.begin(KEY, "a"));
    rig.timer.advance(Duration.ofSeconds(20));
    CompletableFuture<Answer> waiting = waitingBegin("b");
    rig.timer.advance(Duration.ofSeconds(13));
    assertThat(waiting).isNotDone();

    rig.timer.advance(Duration.ofMillis(1));

    assertThat(decisionOf(waiting)).isEqualTo(Decision.EXECUTE);
    assertNothingIsLeft();
  }

  @Test
  void begin_heldLeaseEnds_isInDoubt() {
    rig.claimed(Calls.begin(KEY, "a", LeaseExpiry.HOLD));
    rig.timer.advance(Duration.ofSeconds(20));
    CompletableFuture<Answer> waiting = waitingBegin("b");

    rig.timer.advance(Duration.ofMillis(13_001));

    assertThat(decisionOf(waiting)).isEqualTo(Decision.IN_DOUBT);
  }

  @Test
  void begin_waitIsOver_getsThePresentAnswerAtThatMoment() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.timer.advance(Duration.ofSeconds(5));
    CompletableFuture<Answer> waiting = waitingBegin("b");
    rig.answer(Calls.renew(held, null));
    rig.timer.advance(WAIT.minusMillis(1));
    assertThat(waiting).isNotDone();

    rig.timer.advance(Duration.ofMillis(1));

    assertThat(decisionOf(waiting)).isEqualTo(Decision.IN_PROGRESS);
    Answer.Begun told = (Answer.Begun) waiting.join();
    assertThat(told.record().leaseExpiresAt()).isEqualTo(Rig.START.plusSeconds(35));
    assertThat(told.leaseRemaining()).isEqualTo(Duration.ofSeconds(10));
    assertNothingIsLeft();
  }

  @Test
  void begin_otherParametersThanTheHolders_isRefusedWithoutWaiting() {
    rig.claimed(Calls.begin(KEY, "a"));
    Command.Begin other = Calls.begin(KEY, "b");
    Command.Begin mismatch =
        new Command.Begin(
            KEY,
            other.operation(),
            List.of(Bytes.wrap(new byte[] {3})),
            "b",
            "",
            null,
            null,
            null,
            other.labels());

    assertThat(Rig.reasonOf(rig.askWaiting(mismatch, WAIT).getNow(null)))
        .isEqualTo(Reason.DIGEST_MISMATCH);
  }

  @Test
  void get_whileProcessing_waitsForTheEnd() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    CompletableFuture<Answer> waiting = rig.askWaiting(Calls.get(KEY), WAIT);
    assertThat(waiting).isNotDone();

    rig.send(Calls.fail(held, FailureKind.UNKNOWN, Payload.EMPTY));

    assertThat(waiting).isCompleted();
    assertThat(Rig.recordOf(waiting.join()).state()).isEqualTo(State.IN_DOUBT);
    assertThat(rig.askWaiting(Calls.get(KEY), WAIT)).isCompleted();
    assertNothingIsLeft();
  }

  @Test
  void begin_anotherServerFinishesTheKey_isReplayWithoutAPoll() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    Rig other = rig.neighbour();
    CompletableFuture<Answer> waiting = waitingBegin("b");

    other.send(Calls.complete(held, RESULT));

    assertThat(decisionOf(waiting)).isEqualTo(Decision.REPLAY);
    assertNothingIsLeft();
  }

  @Test
  void begin_tooManyWait_getsThePresentAnswerAtOnce() {
    rig = new Rig(new LaneLimits(1, 100, 256, 512 * 1024, Duration.ofSeconds(10), 2, 1 << 20));
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    CompletableFuture<Answer> one = waitingBegin("b");
    CompletableFuture<Answer> two = waitingBegin("c");

    assertThat(decisionOf(waitingBegin("d"))).isEqualTo(Decision.IN_PROGRESS);

    assertThat(rig.authority.waiters().waiting()).isEqualTo(2);
    rig.send(Calls.complete(held, RESULT));
    assertThat(decisionOf(one)).isEqualTo(Decision.REPLAY);
    assertThat(decisionOf(two)).isEqualTo(Decision.REPLAY);
    assertNothingIsLeft();
  }

  @Test
  void drain_waiters_getThePresentAnswerAndNobodyWaitsAnyMore() {
    rig.claimed(Calls.begin(KEY, "a"));
    List<CompletableFuture<Answer>> waiting =
        IntStream.range(0, 10).mapToObj(i -> waitingBegin("b" + i)).toList();

    rig.authority.drain();

    assertThat(waiting)
        .allSatisfy(answer -> assertThat(decisionOf(answer)).isEqualTo(Decision.IN_PROGRESS));
    assertThat(decisionOf(waitingBegin("late"))).isEqualTo(Decision.IN_PROGRESS);
    assertThat(rig.authority.waiters().hotKeyCount()).isZero();
    assertThat(decisionOf(rig.ask(Calls.begin(Calls.key("new"), "a")))).isEqualTo(Decision.EXECUTE);
    assertNothingIsLeft();
  }

  @Test
  void drain_moreWaitersThanTheQueueTakes_getWhatTheyWereToldBefore() {
    rig = new Rig(new LaneLimits(1, 4, 256, 512 * 1024, Duration.ofSeconds(10), 100, 1 << 20));
    rig.claimed(Calls.begin(KEY, "a"));
    List<CompletableFuture<Answer>> waiting =
        IntStream.range(0, 10).mapToObj(i -> waitingBegin("b" + i)).toList();
    rig.occupy();

    rig.authority.drain();
    rig.store.release();

    assertThat(waiting)
        .allSatisfy(answer -> assertThat(decisionOf(answer)).isEqualTo(Decision.IN_PROGRESS));
  }

  /** More waiters than the queue takes, and everybody else still gets in. */
  @Test
  void begin_crowdIsWoken_isAnsweredInPortions() {
    rig = new Rig(new LaneLimits(1, 300, 256, 512 * 1024, Duration.ofSeconds(10), 10_000, 1 << 20));
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    List<CompletableFuture<Answer>> waiting =
        IntStream.range(0, 2_000).mapToObj(i -> waitingBegin("b" + i)).toList();
    rig.store.next(Fate.FINE, Fate.HELD);
    rig.send(Calls.complete(held, RESULT));

    CompletableFuture<Answer> stranger = rig.ask(Calls.begin(Calls.key("new"), "a"));
    rig.store.release();
    rig.timer.advance(Duration.ofMillis(100));

    assertThat(decisionOf(stranger)).isEqualTo(Decision.EXECUTE);
    assertThat(waiting).extracting(WaitingTest::decisionOf).containsOnly(Decision.REPLAY);
    assertNothingIsLeft();
  }

  @Test
  void begin_callerHangsUp_leavesBeforeLong() {
    rig.claimed(Calls.begin(KEY, "a"));
    AtomicBoolean hungUp = new AtomicBoolean();
    Ask ask = rig.waiting(Calls.begin(KEY, "b"), WAIT);
    CompletableFuture<Answer> waiting =
        rig.authority.ask(new Ask(ask.command(), WAIT, false, ask.deadlineNanos(), hungUp::get));
    hungUp.set(true);

    rig.timer.advance(Duration.ofSeconds(2));

    assertThat(waiting).isCompleted();
    assertThat(rig.authority.waiters().waiting()).isZero();
  }

  @Test
  void begin_timerIsShutDown_getsThePresentAnswer() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.store.next(Fate.HELD);
    rig.send(Calls.renew(held, null, "O-501"));
    CompletableFuture<Answer> waiting = waitingBegin("b");
    rig.store.beforeNext(rig.timer::shutdown);

    rig.store.release();

    assertThat(decisionOf(waiting)).isEqualTo(Decision.IN_PROGRESS);
  }
}
