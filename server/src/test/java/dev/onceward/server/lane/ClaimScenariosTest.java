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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Scenarios of claims and lost answers, told to an authority. */
final class ClaimScenariosTest {
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final int RACES = 10_000;

  private final Rig rig = new Rig();

  /** S1 */
  @Test
  void begin_answerLostAndSentAgain_isTheSameClaim() {
    Answer.Begun lost = rig.begun(Calls.begin(KEY, "a"));
    rig.timer.advance(Duration.ofSeconds(1));

    Answer.Begun stranger = rig.begun(Calls.begin(KEY, "b"));
    Answer.Begun again = rig.begun(Calls.begin(KEY, "a"));

    assertThat(stranger.decision()).isEqualTo(Decision.IN_PROGRESS);
    assertThat(again.decision()).isEqualTo(Decision.EXECUTE);
    assertThat(again.resumed()).isTrue();
    assertThat(again.record()).isEqualTo(lost.record());
    assertThat(again.record().claim().attempt()).isEqualTo(1);
  }

  /** S1 */
  @Test
  void begin_copyAfterTheLease_neverMints() {
    rig.claimed(Calls.begin(KEY, "a"));
    rig.timer.advance(Duration.ofSeconds(34));

    assertThat(Rig.reasonOf(rig.answer(Calls.begin(KEY, "a")))).isEqualTo(Reason.LEASE_LOST);
    assertThat(rig.begun(Calls.begin(KEY, "b")).record().claim().attempt()).isEqualTo(2);
    assertThat(rig.begun(Calls.begin(KEY, "a")).decision()).isEqualTo(Decision.IN_PROGRESS);
  }

  /** S1 */
  @Test
  void begin_copyAfterTheFailure_neverMints() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.answer(Calls.fail(held, FailureKind.RETRYABLE, Payload.EMPTY));

    assertThat(Rig.reasonOf(rig.answer(Calls.begin(KEY, "a")))).isEqualTo(Reason.ALREADY_FAILED);
    assertThat(rig.stored(KEY).state()).isEqualTo(State.FAILED_RETRYABLE);
  }

  /** S2 */
  @Test
  void renew_answerLostAndSentAgain_neverMovesTheDeadlineBack() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.timer.advance(Duration.ofSeconds(10));
    Record renewed = Rig.recordOf(rig.answer(Calls.renew(held, null)));
    rig.wallAhead = Duration.ofSeconds(-5);

    Record again = Rig.recordOf(rig.answer(Calls.renew(held, null)));

    assertThat(renewed.leaseExpiresAt()).isEqualTo(Rig.START.plusSeconds(40));
    assertThat(again).isEqualTo(renewed);
    assertThat(again.claim().version()).isEqualTo(held.claim().version());
  }

  /** S4 */
  @Test
  void begin_afterARetryableFailure_executesAsTheSecondAttempt() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.answer(Calls.fail(held, FailureKind.RETRYABLE, Payload.EMPTY));

    Answer.Begun begun = rig.begun(Calls.begin(KEY, "b"));

    assertThat(begun.decision()).isEqualTo(Decision.EXECUTE);
    assertThat(begun.record().claim().attempt()).isEqualTo(2);
    assertThat(begun.record().claim().version()).isGreaterThan(held.claim().version());
  }

  /** S5 */
  @Test
  void fail_afterTheClaimWasTakenOver_isStaleAndTheSuccessorStays() {
    Record old = rig.claimed(Calls.begin(KEY, "a"));
    rig.timer.advance(Duration.ofSeconds(34));
    Record successor = rig.claimed(Calls.begin(KEY, "b"));

    Answer answer = rig.answer(Calls.fail(old, FailureKind.RETRYABLE, Payload.EMPTY));

    assertThat(Rig.reasonOf(answer)).isEqualTo(Reason.STALE_CLAIM);
    assertThat(rig.stored(KEY)).isEqualTo(successor);
  }

  /** S10: at two servers, each before the other's commit; PROCESSING never comes back. */
  @Test
  void complete_racingARenew_isFinalEveryTime() {
    Rig neighbour = rig.neighbour();
    Random random = new Random(7_272);
    for (int i = 0; i < RACES; i++) {
      RecordKey key = Calls.key("K-" + i);
      Record held = rig.claimed(Calls.begin(key, "a"));
      List<Rig> servers = new ArrayList<>(List.of(rig, neighbour));
      servers.forEach(server -> server.store.next(Fate.HELD));
      CompletableFuture<Answer> complete = rig.ask(Calls.complete(held, Payload.EMPTY));
      CompletableFuture<Answer> renew = neighbour.ask(Calls.renew(held, null, "O-501"));
      Collections.shuffle(servers, random);
      servers.forEach(server -> server.store.release());

      assertThat(Rig.recordOf(rig.settled(complete)).state()).isEqualTo(State.SUCCEEDED);
      boolean renewedFirst = servers.get(0) == neighbour;
      assertThat(rig.settled(renew) instanceof Answer.Renewed).isEqualTo(renewedFirst);
      Answer late = neighbour.answer(Calls.renew(held, null));
      assertThat(Rig.reasonOf(late)).isEqualTo(Reason.ALREADY_FINISHED);
    }
    assertThat(rig.counters()).containsOnlyKeys(State.SUCCEEDED);
    rig.assertSound();
  }

  /** S24 */
  @Test
  void complete_emptyPayload_isAResult() {
    rig.answer(Calls.complete(rig.claimed(Calls.begin(KEY, "a")), Payload.EMPTY));

    Answer.Begun replay = (Answer.Begun) rig.settled(rig.askWithPayload(Calls.begin(KEY, "b")));

    assertThat(replay.decision()).isEqualTo(Decision.REPLAY);
    assertThat(Objects.requireNonNull(replay.record().result())).isEqualTo(Payload.EMPTY);
  }

  /** S30 */
  @Test
  void begin_twoCopiesAtOnce_areOneClaim() {
    rig.occupy();
    CompletableFuture<Answer> one = rig.ask(Calls.begin(KEY, "a"));
    CompletableFuture<Answer> other = rig.ask(Calls.begin(KEY, "a"));
    rig.store.release();

    assertOneClaim((Answer.Begun) one.join(), (Answer.Begun) other.join());
  }

  /** S30, the copies at two servers, each before the other's commit. */
  @Test
  void begin_twoCopiesAtTwoServers_areOneClaim() {
    Rig neighbour = rig.neighbour();
    rig.store.next(Fate.HELD);
    neighbour.store.next(Fate.HELD);
    CompletableFuture<Answer> one = rig.ask(Calls.begin(KEY, "a"));
    CompletableFuture<Answer> other = neighbour.ask(Calls.begin(KEY, "a"));
    rig.store.release();
    neighbour.store.release();

    assertOneClaim((Answer.Begun) rig.settled(one), (Answer.Begun) rig.settled(other));
  }

  private void assertOneClaim(Answer.Begun one, Answer.Begun other) {
    assertThat(one.decision()).isEqualTo(Decision.EXECUTE);
    assertThat(other.decision()).isEqualTo(Decision.EXECUTE);
    assertThat(other.record()).isEqualTo(one.record());
    assertThat(one.resumed()).isNotEqualTo(other.resumed());
    assertThat(rig.stored(KEY).revision()).isEqualTo(1);
    Command complete = Calls.complete(one.record(), Calls.payload("O-501"));
    assertThat(rig.answer(complete)).isEqualTo(rig.answer(complete));
    assertThat(rig.stored(KEY).revision()).isEqualTo(2);
    rig.assertSound();
  }

  /**
   * A moment before 1970 could not be stored; that it is over is reason enough to store nothing.
   */
  @Test
  void retain_momentsLongOver_leaveTheRecordReadable() {
    rig.answer(Calls.complete(rig.claimed(Calls.begin(KEY, "a")), Payload.EMPTY));
    for (long seconds : new long[] {-62_135_596_800L, -1, 0}) {
      Answer told = rig.answer(Calls.retain(KEY, Instant.ofEpochSecond(seconds)));
      assertThat(((Answer.Known) told).record().revision()).isEqualTo(2);
    }
    assertThat(((Answer.Begun) rig.answer(Calls.begin(KEY, "b"))).decision())
        .isEqualTo(Decision.REPLAY);
  }
}
