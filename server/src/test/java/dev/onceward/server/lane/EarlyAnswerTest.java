package dev.onceward.server.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.lane.UnrulyStore.Fate;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.store.Calls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What neither writes nor depends on a write leaves before the commit, and only that. */
final class EarlyAnswerTest {
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final RecordKey DONE = Calls.key("done");
  private static final RecordKey NEW = Calls.key("new");

  private final Rig rig = new Rig();

  /** Makes the asks of {@code batch} one transaction, which meets {@code fate}. */
  private void together(Fate fate, Runnable batch) {
    CompletableFuture<Answer> first = rig.occupied();
    rig.store.next(fate);
    batch.run();
    rig.store.release();
    assertThat(first).isCompleted();
  }

  @Test
  void ask_pureAnswers_leaveBeforeTheCommitThatOthersWaitFor() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.answer(Calls.complete(rig.claimed(Calls.begin(DONE, "a")), Payload.EMPTY));
    List<CompletableFuture<Answer>> writers = new ArrayList<>();
    List<CompletableFuture<Answer>> readers = new ArrayList<>();

    together(
        Fate.HELD,
        () -> {
          writers.add(rig.ask(Calls.begin(NEW, "a")));
          readers.add(rig.ask(Calls.begin(KEY, "stranger")));
          readers.add(rig.ask(Calls.begin(DONE, "stranger")));
          readers.add(rig.ask(Calls.get(KEY)));
          readers.add(rig.ask(Calls.complete(rig.stored(DONE), Payload.EMPTY)));
          writers.add(rig.ask(Calls.complete(held, Payload.EMPTY)));
        });

    assertThat(readers).allMatch(CompletableFuture::isDone);
    assertThat(writers).noneMatch(CompletableFuture::isDone);
    rig.store.release();
    assertThat(writers).allMatch(CompletableFuture::isDone);
    assertThat(((Answer.Begun) readers.get(0).join()).decision()).isEqualTo(Decision.IN_PROGRESS);
    assertThat(((Answer.Begun) readers.get(1).join()).decision()).isEqualTo(Decision.REPLAY);
  }

  @Test
  void ask_afterAWriteToItsKey_waitsForTheCommit() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    List<CompletableFuture<Answer>> answers = new ArrayList<>();

    together(
        Fate.HELD,
        () -> {
          answers.add(rig.ask(Calls.get(KEY)));
          answers.add(rig.ask(Calls.complete(held, Payload.EMPTY)));
          answers.add(rig.ask(Calls.get(KEY)));
          answers.add(rig.ask(Calls.begin(KEY, "b")));
        });

    assertThat(answers)
        .extracting(CompletableFuture::isDone)
        .containsExactly(true, false, false, false);
    rig.store.release();
    assertThat(Stream.of(0, 2).map(i -> Rig.recordOf(answers.get(i).join()).state()))
        .containsExactly(State.PROCESSING, State.SUCCEEDED);
    assertThat(((Answer.Begun) answers.get(3).join()).decision()).isEqualTo(Decision.REPLAY);
  }

  @Test
  void ask_answeredBeforeAConflict_isNotDecidedAgain() {
    Rig other = rig.neighbour();
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    together(
        Fate.HELD,
        () -> {
          answers.add(rig.ask(Calls.begin(KEY, "stranger")));
          answers.add(rig.ask(Calls.renew(held, null, "O-501")));
        });
    Answer early = answers.get(0).getNow(null);
    other.answer(Calls.complete(held, Payload.EMPTY));

    rig.store.release();

    assertThat(((Answer.Begun) early).decision()).isEqualTo(Decision.IN_PROGRESS);
    assertThat(answers.get(0).join()).isSameAs(early);
    assertThat(Rig.reasonOf(answers.get(1).join())).isEqualTo(Reason.ALREADY_FINISHED);
    rig.assertSound();
  }

  /**
   * A Renew is in doubt when its lease ends. The next attempt finds it LEASE_LOST, yet the first
   * one lands after that look and before its commit: the lease was renewed after all.
   */
  @Test
  void ask_earlierAttemptMayStillLand_waitsUntilItIsShutOut() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.timer.advance(Duration.ofSeconds(10));
    rig.store.next(Fate.LATE, Fate.HELD);
    CompletableFuture<Answer> renewal = rig.ask(Calls.renew(held, null));
    rig.wallAhead = Duration.ofMinutes(1);
    rig.timer.advance(Duration.ofMillis(10));
    assertThat(rig.store.attempts()).isEqualTo(3);
    assertThat(renewal).as("decided from a look that the first attempt may overtake").isNotDone();

    rig.store.release(); // the first attempt lands
    rig.store.release(); // the second one commits its fence, and conflicts

    assertThat(rig.settled(renewal)).isInstanceOf(Answer.Renewed.class);
    assertThat(rig.stored(KEY).revision()).isEqualTo(2);
    rig.assertSound();
  }

  @Test
  void ask_earlierAttemptNeverLands_getsThePureAnswerAfterTheFence() {
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.timer.advance(Duration.ofSeconds(10));
    rig.store.next(Fate.LATE);
    CompletableFuture<Answer> renewal = rig.ask(Calls.renew(held, null));
    rig.wallAhead = Duration.ofMinutes(1);

    assertThat(Rig.reasonOf(rig.settled(renewal))).isEqualTo(Reason.LEASE_LOST);
    rig.store.release(); // too late: the fence stands against it
    assertThat(rig.stored(KEY).revision()).isEqualTo(1);
  }
}
