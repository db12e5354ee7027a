package dev.onceward.server.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.HandTimer;
import dev.onceward.server.kv.StoreObserver;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.kv.sim.SimStore;
import dev.onceward.server.lane.UnrulyStore.Fate;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.Calls;
import dev.onceward.server.store.Layout;
import dev.onceward.server.store.RecordStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever throws, every command is answered, and the lane goes on. */
final class DefectTest {
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final RecordKey OTHER = Calls.key("K-8843");

  /** What a server is given from outside and calls. */
  private enum Part {
    WALL,
    NANO_TIME,
    RANDOM
  }

  private final HandTimer timer = new HandTimer();
  private @Nullable Part broken;

  private void use(Part part) {
    if (part == broken) {
      throw new IllegalStateException("broken: " + part);
    }
  }

  private GroupCommit authority() {
    SimStore store = new SimStore(Runnable::run);
    Random random =
        new Random(1) {
          private static final long serialVersionUID = 1L;

          @Override
          public long nextLong() {
            use(Part.RANDOM);
            return super.nextLong();
          }
        };
    Clocks clocks =
        new Clocks(
            () -> {
              use(Part.WALL);
              return Rig.START.plusNanos(timer.nanoTime());
            },
            () -> {
              use(Part.NANO_TIME);
              return timer.nanoTime();
            },
            timer,
            random);
    TransactionRunner runner =
        new TransactionRunner(store, timer, timer::nanoTime, random, StoreObserver.NONE);
    RecordStore records = new RecordStore(new Layout("onceward", 16), Rig.JUDGE);
    return new GroupCommit(
        new GroupCommit.Stores(store, runner, records),
        clocks,
        LaneLimits.DEFAULT.withLanes(1),
        Rig.SKEW,
        LaneObserver.NONE);
  }

  private Ask begin(RecordKey key, Duration wait) {
    long end = timer.nanoTime() + Duration.ofMinutes(1).toNanos();
    return new Ask(Calls.begin(key, "a"), wait, false, end, () -> false);
  }

  @ParameterizedTest
  @EnumSource
  void ask_aClockOrChanceThrows_isRefusedAndTheLaneGoesOn(Part part) {
    GroupCommit authority = authority();
    for (Duration wait : List.of(Duration.ZERO, Duration.ofSeconds(9))) {
      broken = part;
      CompletableFuture<Answer> answer = authority.ask(begin(KEY, wait));
      assertThat(answer).isCompleted();
      assertThat(Rig.reasonOf(answer.join())).isIn(Reason.INTERNAL, Reason.OUTCOME_UNKNOWN);

      broken = null;
      assertThat(((Answer.Begun) authority.ask(begin(OTHER, wait)).join()).decision())
          .isEqualTo(Decision.EXECUTE);
    }
  }

  @Test
  void ask_timerIsShutDown_isUnavailable() {
    GroupCommit authority = authority();
    timer.shutdown();

    assertThat(Rig.reasonOf(authority.ask(begin(KEY, Duration.ZERO)).join()))
        .isEqualTo(Reason.STORE_UNAVAILABLE);
  }

  @Test
  void ask_storeThrowsInsteadOfFailing_isInternalAndTheLaneGoesOn() {
    Rig rig = new Rig();
    rig.store.next(Fate.BROKEN);

    assertThat(Rig.reasonOf(rig.answer(Calls.begin(KEY, "a")))).isEqualTo(Reason.INTERNAL);
    assertThat(rig.begun(Calls.begin(KEY, "a")).decision()).isEqualTo(Decision.EXECUTE);
  }

  @Test
  void ask_observerThrows_everybodyIsAnsweredAndTheLaneGoesOn() {
    Rig rig = new Rig();
    rig.onBatch =
        commands -> {
          throw new IllegalStateException("observer");
        };
    rig.store.next(Fate.HELD);
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      answers.add(rig.ask(Calls.begin(Calls.key("K-" + i), "a")));
    }
    rig.store.release();

    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThat(rig.begun(Calls.begin(KEY, "a")).decision()).isEqualTo(Decision.EXECUTE);
  }

  @Test
  void ask_callersCancellationThrows_failsThatCallOnly() {
    Rig rig = new Rig();
    rig.occupy();
    CompletableFuture<Answer> bad =
        rig.authority.ask(
            rig.asking(
                Calls.begin(KEY, "a"),
                Rig.DEADLINE,
                () -> {
                  throw new IllegalStateException("cancelled?");
                }));
    CompletableFuture<Answer> good = rig.ask(Calls.begin(OTHER, "a"));
    rig.store.release();

    assertThat(Rig.reasonOf(bad.join())).isEqualTo(Reason.INTERNAL);
    assertThat(((Answer.Begun) good.join()).decision()).isEqualTo(Decision.EXECUTE);
  }

  @Test
  void ask_callersContinuationThrows_disturbsNobody() {
    Rig rig = new Rig();
    Record held = rig.claimed(Calls.begin(KEY, "a"));
    rig.occupy();
    CompletableFuture<Void> bad =
        rig.ask(Calls.get(KEY))
            .thenAccept(
                answer -> {
                  throw new IllegalStateException("caller");
                });
    CompletableFuture<Answer> good = rig.ask(Calls.complete(held, Payload.EMPTY));
    rig.store.release();

    assertThat(bad).isCompletedExceptionally();
    assertThat(good.join()).isInstanceOf(Answer.Known.class);
  }

  /** A caller that asks again from within its answer, while the transaction is still open. */
  @Test
  void ask_fromWithinAnEarlyAnswer_isQueuedAndAnswered() {
    Rig rig = new Rig();
    rig.claimed(Calls.begin(KEY, "a"));
    rig.occupy();
    CompletableFuture<Answer> chain =
        rig.ask(Calls.get(KEY)).thenCompose(answer -> rig.ask(Calls.begin(OTHER, "a")));
    rig.store.release();

    assertThat(((Answer.Begun) chain.join()).decision()).isEqualTo(Decision.EXECUTE);
  }
}
