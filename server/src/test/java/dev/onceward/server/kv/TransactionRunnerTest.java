package dev.onceward.server.kv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceward.server.kv.StoreException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

final class TransactionRunnerTest {
  private static final RunLimits TEN_SECONDS = RunLimits.within(Duration.ofSeconds(10));

  private final HandTimer timer = new HandTimer();
  private final ScriptedStore store = new ScriptedStore();
  private final Heard heard = new Heard();
  private final TransactionRunner runner =
      new TransactionRunner(store, timer, timer::nanoTime, new SplittableRandom(1), heard);

  private final List<Attempts.Past> asked = new ArrayList<>();

  @Test
  void run_firstAttemptCommits_itsValue() {
    store.commits();

    assertThat(run(TEN_SECONDS)).isCompletedWithValue("done");
    assertThat(heard.log).containsExactly("committed");
    assertThat(timer.waiting()).as("the deadline is cancelled").isZero();
  }

  @Test
  void run_oneConflict_retriesAtOnce() {
    store.fails(Kind.CONFLICT).commits();

    assertThat(run(TEN_SECONDS)).isCompletedWithValue("done");
    assertThat(asked)
        .containsExactly(new Attempts.Past(0, 0, false), new Attempts.Past(1, 1, false));
    assertThat(heard.log).containsExactly("CONFLICT", "committed");
  }

  @Test
  void run_manyConflicts_pausesStayShort() {
    store.fails(Kind.CONFLICT, 100).commits();

    var result = run(TEN_SECONDS);
    timer.advance(Duration.ofSeconds(5));

    assertThat(result).isCompletedWithValue("done");
  }

  @Test
  void run_unavailable_pausesAndRetries() {
    store.fails(Kind.UNAVAILABLE).commits();

    var result = run(TEN_SECONDS);
    assertThat(store.attempts()).isEqualTo(1);
    timer.advance(Duration.ofNanos(4_999_999));
    assertThat(store.attempts()).as("at least half of 10 ms").isEqualTo(1);
    timer.advance(Duration.ofMillis(6));

    assertThat(result).isCompletedWithValue("done");
    assertThat(asked.get(1)).isEqualTo(new Attempts.Past(1, 0, false));
  }

  @Test
  void run_unavailableForEver_givesUpWithUnavailable() {
    store.fails(Kind.UNAVAILABLE, 100);

    var result = run(TEN_SECONDS);
    timer.advance(Duration.ofSeconds(10));

    assertFailed(result, Kind.UNAVAILABLE);
    // 10 ms doubling to 1 s: seven pauses up to the first second, then one to two a second.
    assertThat(store.attempts()).isBetween(15, 28);
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void run_conflictsMaxReached_endsWithConflict() {
    store.fails(Kind.CONFLICT, 3);

    var result = run(new RunLimits(Duration.ofSeconds(10), 3));
    timer.advance(Duration.ofSeconds(1));

    assertFailed(result, Kind.CONFLICT);
    assertThat(store.attempts()).isEqualTo(3);
  }

  @Test
  void run_conflictsMaxReachedInDoubt_goesOn() {
    store.fails(Kind.MAYBE_COMMITTED).fails(Kind.CONFLICT, 5).commits();

    var result = run(new RunLimits(Duration.ofSeconds(10), 3));
    timer.advance(Duration.ofSeconds(1));

    assertThat(result).isCompletedWithValue("done");
    assertThat(asked.get(6)).isEqualTo(new Attempts.Past(6, 5, true));
  }

  @Test
  void run_doubtNeverSettled_endsInDoubt() {
    store.fails(Kind.MAYBE_COMMITTED).fails(Kind.UNAVAILABLE, 100);

    var result = run(TEN_SECONDS);
    timer.advance(Duration.ofSeconds(10));

    assertFailed(result, Kind.MAYBE_COMMITTED);
  }

  @Test
  void run_maybeLater_everyLaterAttemptFencesItFirst() {
    store.fails(later("a")).fails(later("b")).fails(Kind.CONFLICT).commits();

    var result = run(TEN_SECONDS);
    timer.advance(Duration.ofSeconds(1));

    assertThat(result).isCompletedWithValue("done");
    assertThat(store.fencesOf(0)).isEmpty();
    assertThat(store.fencesOf(1)).containsExactly("a");
    assertThat(store.fencesOf(2)).containsExactly("a", "b");
    assertThat(store.fencesOf(3)).containsExactly("a", "b");
  }

  @Test
  void run_maybeLaterNeverSettled_namesTheFenceKey() {
    store.fails(later("a")).fails(Kind.UNAVAILABLE, 100);

    var result = run(TEN_SECONDS);
    timer.advance(Duration.ofSeconds(10));

    assertThat(assertFailed(result, Kind.MAYBE_LATER).fenceKey()).asString().isEqualTo("a");
  }

  @Test
  void run_invalid_endsAtOnce() {
    store.fails(Kind.INVALID);

    assertFailed(run(TEN_SECONDS), Kind.INVALID);
  }

  @Test
  void run_invalidInDoubt_endsInDoubt() {
    store.fails(Kind.MAYBE_COMMITTED).fails(Kind.INVALID);

    var result = run(TEN_SECONDS);
    timer.advance(Duration.ofSeconds(1));

    assertFailed(result, Kind.MAYBE_COMMITTED);
  }

  @Test
  void run_bodyThrows_thatVeryException() {
    store.commits();
    IllegalStateException thrown = new IllegalStateException("the body's own");

    var result = runner.run(Attempts.of(tx -> CompletableFuture.failedFuture(thrown)), TEN_SECONDS);

    assertThatThrownBy(result::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isSameAs(thrown);
    assertThat(heard.log).isEmpty();
  }

  @Test
  void run_attemptsThrow_thatVeryExceptionAndNoAttempt() {
    IllegalStateException thrown = new IllegalStateException("no id left");

    CompletableFuture<String> result =
        runner.run(
            past -> {
              throw thrown;
            },
            TEN_SECONDS);

    assertThat(result.handle((value, error) -> error)).isCompletedWithValue(thrown);
    assertThat(store.attempts()).isZero();
  }

  @Test
  void run_bodyNeverCompletes_unavailableAndKeptFromCommitting() {
    store.commits();
    CompletableFuture<String> body = new CompletableFuture<>();
    List<String> committed = new ArrayList<>();

    var result = runner.run(Attempts.of(tx -> body), TEN_SECONDS);
    var unused = result.thenAccept(committed::add);
    timer.advance(Duration.ofSeconds(10));
    body.complete("too late");

    assertFailed(result, Kind.UNAVAILABLE);
    assertThat(committed).isEmpty();
    assertThat(heard.log).containsExactly("UNAVAILABLE");
  }

  @Test
  void run_commitNeverAnswered_maybeCommitted() {
    CompletableFuture<Void> answer = store.answersLater();

    var result = run(TEN_SECONDS);
    timer.advance(Duration.ofSeconds(10));
    answer.complete(null);

    assertFailed(result, Kind.MAYBE_COMMITTED);
    assertThat(heard.log).containsExactly("MAYBE_COMMITTED");
  }

  @Test
  void run_commitAnsweredLate_itsTimeIsTold() {
    CompletableFuture<Void> answer = store.answersLater();

    var result = run(TEN_SECONDS);
    timer.advance(Duration.ofSeconds(9));
    answer.complete(null);

    assertThat(result).isCompletedWithValue("done");
    assertThat(heard.took).containsExactly(Duration.ofSeconds(9));
  }

  @Test
  void run_synchronousStoreConflictsTenThousandTimes_noStackOverflow() {
    // A clock that stands still and no pause: the loop must not recurse.
    store.fails(Kind.CONFLICT, 10_000).commits();
    TransactionRunner eager =
        new TransactionRunner(store, timer, timer::nanoTime, () -> 0L, StoreObserver.NONE);

    var result = eager.run(this::next, TEN_SECONDS);

    assertThat(result).isCompletedWithValue("done");
  }

  @Test
  void run_resultCancelled_noFurtherAttempt() {
    store.fails(Kind.UNAVAILABLE).commits();

    var result = run(TEN_SECONDS);
    result.cancel(false);
    timer.advance(Duration.ofSeconds(10));

    assertThat(store.attempts()).isEqualTo(1);
  }

  @Test
  void run_timerShutDown_unavailable() {
    timer.shutdown();

    assertFailed(run(TEN_SECONDS), Kind.UNAVAILABLE);
    assertThat(store.attempts()).isZero();
  }

  private CompletableFuture<String> run(RunLimits limits) {
    return runner.run(this::next, limits);
  }

  private TransactionBody<String> next(Attempts.Past past) {
    asked.add(past);
    return tx -> CompletableFuture.completedFuture("done");
  }

  private static StoreException later(String fenceKey) {
    return StoreException.maybeLater("scripted", fenceKey.getBytes(UTF_8), null);
  }

  private static StoreException assertFailed(CompletableFuture<?> result, Kind kind) {
    assertThat(result).isCompletedExceptionally();
    Throwable error = result.handle((value, failure) -> failure).join();
    assertThat(error).isInstanceOf(StoreException.class);
    assertThat(((StoreException) error).kind()).isEqualTo(kind);
    return (StoreException) error;
  }

  private static final class Heard implements StoreObserver {
    private final List<String> log = new ArrayList<>();
    private final List<Duration> took = new ArrayList<>();

    @Override
    public void committed(Duration duration) {
      log.add("committed");
      took.add(duration);
    }

    @Override
    public void failed(Kind kind) {
      log.add(kind.name());
    }
  }
}
