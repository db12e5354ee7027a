package dev.onceward.server.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.Calls;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Watches that arm late, fire late, too often or never, or break: no waiter misses a change. */
final class WaitersTest {
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final Duration WAIT = Duration.ofSeconds(20);

  private final Rig rig = new Rig();
  private final Rig other = rig.neighbour();
  private final HandWatches watches = rig.watches;
  private final GroupCommit authority = rig.authority(LaneLimits.DEFAULT.withLanes(1), watches);
  private final Waiters waiters = authority.waiters();
  private Record held = other.claimed(Calls.begin(KEY, "a"));

  private CompletableFuture<Answer> waitingBegin(String attempt) {
    return authority.ask(rig.waiting(Calls.begin(KEY, attempt), WAIT));
  }

  private void park(String attempt) {
    assertThat(waitingBegin(attempt)).isNotDone();
  }

  /** The holder finishes at the other server, of which this one learns by itself only. */
  private void finishElsewhere() {
    other.answer(Calls.complete(held, Payload.EMPTY));
  }

  private static void assertReplay(CompletableFuture<Answer> waiting) {
    assertThat(waiting).isCompleted();
    assertThat(((Answer.Begun) waiting.join()).decision()).isEqualTo(Decision.REPLAY);
  }

  @BeforeEach
  void checkTheClaim() {
    assertThat(rig.stored(KEY)).isEqualTo(held);
  }

  @Test
  void park_manyWaitersOfOneKey_shareOneWatch() {
    for (int i = 0; i < 50; i++) {
      park("b" + i);
    }

    assertThat(watches.all()).hasSize(1);
    assertThat(waiters.waiting()).isEqualTo(50);
  }

  @Test
  void park_watchFires_asksAgain() {
    CompletableFuture<Answer> waiting = waitingBegin("b");
    watches.last().arm();
    finishElsewhere();
    assertThat(waiting).isNotDone();

    watches.last().fire();

    assertReplay(waiting);
  }

  @Test
  void park_changeBeforeTheWatchIsArmed_isSeenWhenItIs() {
    CompletableFuture<Answer> waiting = waitingBegin("b");
    finishElsewhere();

    watches.last().arm();

    assertReplay(waiting);
  }

  @Test
  void park_watchNeverFires_pollsWithinTwoSeconds() {
    CompletableFuture<Answer> waiting = waitingBegin("b");
    watches.last().arm();
    finishElsewhere();

    rig.timer.advance(Duration.ofSeconds(2));

    assertReplay(waiting);
  }

  @Test
  void park_watchFiresWithoutAChange_waitsOnWithANewOne() {
    CompletableFuture<Answer> waiting = waitingBegin("b");
    watches.last().arm();
    watches.last().fire();
    assertThat(waiting).isNotDone();
    assertThat(watches.all()).hasSize(2);
    watches.last().arm();
    finishElsewhere();

    watches.last().fire();

    assertReplay(waiting);
  }

  @Test
  void park_watchCannotBeArmed_pollsAndTriesAnother() {
    CompletableFuture<Answer> waiting = waitingBegin("b");
    watches.last().failToArm();
    assertThat(watches.all()).as("no new one at once: that would not end").hasSize(1);
    rig.timer.advance(Duration.ofSeconds(2));
    assertThat(watches.all()).hasSize(2);
    watches.last().arm();
    finishElsewhere();

    watches.last().fire();

    assertReplay(waiting);
  }

  @Test
  void park_watchBreaksDown_pollsAndTriesAnother() {
    CompletableFuture<Answer> waiting = waitingBegin("b");
    watches.last().arm();
    watches.last().breakDown();
    finishElsewhere();

    rig.timer.advance(Duration.ofSeconds(2));

    assertReplay(waiting);
  }

  @Test
  void park_storeThrowsInsteadOfWatching_polls() {
    watches.throwFromNowOn();
    CompletableFuture<Answer> waiting = waitingBegin("b");
    finishElsewhere();

    rig.timer.advance(Duration.ofSeconds(2));

    assertReplay(waiting);
    assertThat(waiters.hotKeyCount()).isLessThanOrEqualTo(1);
  }

  /** Nothing has to happen to the key for it to be forgotten. */
  @Test
  void park_lastWaiterIsWokenByAPoll_leavesNothingBehind() {
    CompletableFuture<Answer> waiting = waitingBegin("b");
    watches.last().arm();
    finishElsewhere();
    rig.timer.advance(Duration.ofSeconds(2));
    assertReplay(waiting);

    rig.timer.advance(Duration.ofSeconds(4));

    assertThat(waiters.hotKeyCount()).isZero();
    assertThat(watches.open()).isZero();
    assertThat(rig.timer.waiting()).isZero();
  }

  @Test
  void park_waitersOfAWholeHour_keepOneWatchAndOnePoll() {
    for (int i = 0; i < 180; i++) {
      CompletableFuture<Answer> waiting = waitingBegin("b" + i);
      rig.timer.advance(WAIT);
      assertThat(waiting).isCompleted();
      held = Rig.recordOf(other.answer(Calls.renew(held, null)));
    }
    assertThat(watches.open()).isLessThanOrEqualTo(1);
    assertThat(rig.timer.waiting()).isLessThanOrEqualTo(1);
  }

  @Test
  void drain_watches_areCancelled() {
    park("b");

    authority.drain();

    assertThat(watches.open()).isZero();
    assertThat(waiters.waiting()).isZero();
  }

  @Test
  void park_changeSinceTheQuestion_asksAgainAtOnce() {
    long seen = waiters.changeCount(KEY);
    waiters.changed(KEY);
    int[] asked = {0};

    assertThat(waiters.park(KEY, () -> asked[0]++, seen, WAIT.toNanos(), WAIT.toNanos())).isTrue();

    assertThat(asked[0]).isEqualTo(1);
    assertThat(waiters.waiting()).isZero();
    assertThat(rig.timer.waiting()).isZero();
  }

  @Test
  void park_claimWithAShorterLeaseThanTheLast_isPolledAtItsEnd() {
    long second = Duration.ofSeconds(1).toNanos();
    int[] asked = {0};
    waiters.park(KEY, () -> {}, waiters.changeCount(KEY), 20 * second, 60 * second);
    waiters.park(KEY, () -> asked[0]++, waiters.changeCount(KEY), 20 * second, second / 10);

    rig.timer.advance(Duration.ofMillis(100));

    assertThat(asked[0]).isEqualTo(1);
  }

  /** A lease that is over for the waiter's clock only: asking goes on at a pace. */
  @Test
  void park_leaseOverForThisClockOnly_doesNotSpin() {
    int[] asked = {0};
    Waiters.Waiter[] waiter = {() -> {}};
    waiter[0] =
        () -> {
          asked[0]++;
          waiters.park(KEY, waiter[0], waiters.changeCount(KEY), WAIT.toNanos(), -1);
        };
    waiters.park(KEY, waiter[0], waiters.changeCount(KEY), WAIT.toNanos(), -1);

    rig.timer.advance(Duration.ofMillis(100));

    assertThat(asked[0]).isBetween(1, 100);
  }
}
