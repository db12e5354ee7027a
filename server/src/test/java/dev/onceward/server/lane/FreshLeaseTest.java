package dev.onceward.server.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.lane.UnrulyStore.Fate;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.Calls;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is said of a lease holds when it is said, however long the commit took. */
final class FreshLeaseTest {
  private static final RecordKey KEY = Calls.key("K-8842");

  private final Rig rig =
      new Rig(new LaneLimits(1, 2, 256, 512 * 1024, Duration.ofMinutes(5), 100, 1 << 20));

  /** A command whose commit takes that long. */
  private Answer answerAfter(Duration commit, Command command, Fate... next) {
    CompletableFuture<Answer> answer = held(command, next);
    rig.timer.advance(commit);
    rig.store.release();
    return rig.settled(answer);
  }

  private CompletableFuture<Answer> held(Command command, Fate... next) {
    rig.store.next(Fate.HELD);
    rig.store.next(next);
    return rig.authority.ask(rig.asking(command, Duration.ofMinutes(4), () -> false));
  }

  private static Instant at(long seconds) {
    return Rig.START.plusSeconds(seconds);
  }

  @Test
  void begin_commitTookLessThanHalfTheLease_tellsWhatIsLeft() {
    Answer.Begun begun = (Answer.Begun) answerAfter(Duration.ofSeconds(10), Calls.begin(KEY, "a"));

    assertThat(begun.leaseRemaining()).isEqualTo(Duration.ofSeconds(20));
    assertThat(begun.record().leaseExpiresAt()).isEqualTo(at(30));
  }

  @Test
  void begin_commitTookMoreThanHalfTheLease_isRenewedFirst() {
    Answer.Begun begun = (Answer.Begun) answerAfter(Duration.ofSeconds(16), Calls.begin(KEY, "a"));

    assertThat(begun.decision()).isEqualTo(Decision.EXECUTE);
    assertThat(begun.resumed()).isFalse();
    assertThat(begun.leaseRemaining()).isEqualTo(Duration.ofSeconds(30));
    assertThat(begun.record().leaseExpiresAt()).isEqualTo(at(46));
    assertThat(begun.record()).isEqualTo(rig.stored(KEY));
    rig.assertSound();
  }

  @Test
  void begin_exactlyHalfTheLeaseLeft_isNotRenewed() {
    Answer.Begun begun = (Answer.Begun) answerAfter(Duration.ofSeconds(15), Calls.begin(KEY, "a"));

    assertThat(begun.leaseRemaining()).isEqualTo(Duration.ofSeconds(15));
    assertThat(rig.stored(KEY).revision()).isEqualTo(1);
  }

  @Test
  void begin_resumed_keepsItsDeadline() {
    rig.claimed(Calls.begin(KEY, "a"));
    rig.timer.advance(Duration.ofSeconds(20));

    Answer.Begun begun = rig.begun(Calls.begin(KEY, "a"));

    assertThat(begun.leaseRemaining()).isEqualTo(Duration.ofSeconds(10));
    assertThat(rig.stored(KEY).revision()).isEqualTo(1);
  }

  @Test
  void begin_lostItsLeaseDuringTheCommit_isToldAsACopyWouldBe() {
    assertThat(Rig.reasonOf(answerAfter(Duration.ofSeconds(40), Calls.begin(KEY, "a"))))
        .isEqualTo(Reason.LEASE_LOST);
  }

  @Test
  void begin_lostAHeldLeaseDuringTheCommit_isInDoubt() {
    Command begin = Calls.begin(KEY, "a", LeaseExpiry.HOLD);

    Answer.Begun begun = (Answer.Begun) answerAfter(Duration.ofSeconds(40), begin);

    assertThat(begun.decision()).isEqualTo(Decision.IN_DOUBT);
  }

  @Test
  void begin_itsCopyHasFinishedMeanwhile_isReplay() {
    Rig neighbour = rig.neighbour();
    CompletableFuture<Answer> begin = held(Calls.begin(KEY, "a"), Fate.HELD);
    rig.timer.advance(Duration.ofSeconds(16));
    rig.store.release(); // the claim; its renewal is held
    assertThat(begin).isNotDone();
    Record claimed = neighbour.begun(Calls.begin(KEY, "a")).record();
    neighbour.answer(Calls.complete(claimed, Calls.payload("O-501")));
    rig.store.release();

    assertThat(((Answer.Begun) rig.settled(begin)).decision()).isEqualTo(Decision.REPLAY);
  }

  /** A stored claim is never answered as if nothing had been done. */
  @ParameterizedTest
  @EnumSource(names = {"UNREADABLE", "BROKEN", "APPLIED_UNKNOWN", "LOST_UNKNOWN", "SILENT"})
  void begin_renewalFails_isUnknown(Fate trouble) {
    CompletableFuture<Answer> begin = held(Calls.begin(KEY, "a"));
    rig.timer.advance(Duration.ofSeconds(16));
    rig.store.otherwise(trouble);
    rig.store.release();
    rig.timer.advance(Duration.ofMinutes(4));

    assertThat(begin).isCompleted();
    assertThat(Rig.reasonOf(begin.join())).isEqualTo(Reason.OUTCOME_UNKNOWN);
  }

  @Test
  void begin_noRoomForTheRenewal_isUnknownAndTheSameCallResumes() {
    CompletableFuture<Answer> begin = held(Calls.begin(KEY, "a"), Fate.HELD);
    rig.timer.advance(Duration.ofSeconds(16));
    CompletableFuture<Answer> next = rig.ask(Calls.begin(Calls.key("next"), "n"));
    rig.store.beforeNext(this::fillTheQueue);
    rig.store.release();
    assertThat(next).isNotDone();

    Answer answer = rig.settled(begin);

    assertThat(Rig.reasonOf(answer)).isEqualTo(Reason.OUTCOME_UNKNOWN);
    rig.store.release();
    assertThat(rig.begun(Calls.begin(KEY, "a")).resumed()).isTrue();
  }

  private void fillTheQueue() {
    for (int i = 0; i < 2; i++) {
      rig.send(Calls.begin(Calls.key("Q-" + i), "q"));
    }
  }

  @Test
  void renew_commitTookLong_tellsWhatIsLeft() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.timer.advance(Duration.ofSeconds(10));

    Answer.Renewed renewed =
        (Answer.Renewed) answerAfter(Duration.ofSeconds(12), Calls.renew(held, null));

    assertThat(renewed.leaseRemaining()).isEqualTo(Duration.ofSeconds(18));
  }

  @Test
  void begin_clockWentBackDuringTheCommit_tellsNoMoreThanWasDecided() {
    CompletableFuture<Answer> begin = held(Calls.begin(KEY, "a"));
    rig.wallAhead = Duration.ofMinutes(-1);
    rig.store.release();

    assertThat(((Answer.Begun) rig.settled(begin)).leaseRemaining()).isEqualTo(Calls.LEASE);
  }
}
