package dev.onceward.server.kv;

import dev.onceward.server.kv.StoreException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The one retry loop over a {@link KeyValueStore}. Thread-safe.
 *
 * <p>It knows nothing of a record or its rules. What it does know: an attempt that may still land
 * late must be shut out by every later one, so each further attempt begins by fencing the keys that
 * the store named; and an answer is due at the deadline even if the store never gives one.
 */
public final class TransactionRunner {
  private final KeyValueStore store;
  private final ScheduledExecutorService timer;
  private final LongSupplier nanoTime;
  private final Backoff backoff;
  private final StoreObserver observer;

  /**
   * A loop over {@code store}.
   *
   * @param timer runs pauses and deadlines; most deadlines are cancelled unused, so let it remove
   *     cancelled tasks
   * @param nanoTime the clock of deadlines and durations
   * @param random jitters the pauses; used under a lock
   */
  public TransactionRunner(
      KeyValueStore store,
      ScheduledExecutorService timer,
      LongSupplier nanoTime,
      RandomGenerator random,
      StoreObserver observer) {
    this.store = store;
    this.timer = timer;
    this.nanoTime = nanoTime;
    this.backoff = new Backoff(random);
    this.observer = observer;
  }

  /**
   * Runs attempts until one ends well. Atomic over each attempt; an attempt may have committed
   * without being known to, and {@link Attempts.Past#mayHaveCommitted} says so to those after it.
   *
   * <p>Fails with the exception, unwrapped, that a body or {@code attempts} threw; otherwise with a
   * {@link StoreException}:
   *
   * <ul>
   *   <li>INVALID at once;
   *   <li>CONFLICT after {@link RunLimits#conflictsMax} conflicts;
   *   <li>UNAVAILABLE if the time is over and nothing was committed nor will be;
   *   <li>MAYBE_LATER or MAYBE_COMMITTED instead of each of these if any attempt may have been
   *       committed, except that conflicts then are no reason to give up. Also MAYBE_COMMITTED if
   *       the time is over while an attempt whose body has completed is unanswered; that one may
   *       even land after this future has failed. A body that has not completed by then is kept
   *       from committing, and counts as not committed.
   * </ul>
   *
   * <p>Cancelling the returned future starts no further attempt.
   */
  public <T> CompletableFuture<T> run(Attempts<T> attempts, RunLimits limits) {
    Run<T> run = new Run<>(attempts, limits);
    run.start();
    return run.result;
  }

  /** One run. Its state is guarded by its monitor, its future is completed outside of it. */
  private final class Run<T> {
    private final Attempts<T> attempts;
    private final RunLimits limits;
    private final long startNanos = nanoTime.getAsLong();
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final AtomicInteger turns = new AtomicInteger();

    private final List<byte[]> fences = new ArrayList<>();
    private int ended;
    private int conflicts;
    private int troubles;
    private boolean mayHaveCommitted;
    private boolean over;
    private @Nullable SealedBody<T> current;

    Run(Attempts<T> attempts, RunLimits limits) {
      this.attempts = attempts;
      this.limits = limits;
    }

    void start() {
      try {
        var deadline =
            timer.schedule(this::timeIsOver, limits.timeout().toNanos(), TimeUnit.NANOSECONDS);
        var unused = result.whenComplete((value, error) -> deadline.cancel(false));
        turn();
      } catch (RejectedExecutionException e) {
        fail(StoreException.of(Kind.UNAVAILABLE, "the timer is shut down", e));
      }
    }

    /**
     * Makes an attempt, or leaves it to the call that is making one now. A store that answers
     * synchronously calls back into here from within the attempt: a loop, then, not a recursion.
     */
    private void turn() {
      if (turns.getAndIncrement() != 0) {
        return;
      }
      do {
        attempt();
      } while (turns.decrementAndGet() != 0);
    }

    private void attempt() {
      if (result.isDone()) {
        return;
      }
      long began = nanoTime.getAsLong();
      CompletableFuture<T> attempt;
      try {
        SealedBody<T> body = begin(attempts.next(past()));
        if (body == null) {
          return;
        }
        attempt = store.attempt(body);
      } catch (Throwable e) {
        attempt = CompletableFuture.failedFuture(e);
      }
      var unused = attempt.whenComplete((value, error) -> answered(began, value, error));
    }

    private synchronized Attempts.Past past() {
      return new Attempts.Past(ended, conflicts, mayHaveCommitted);
    }

    private synchronized @Nullable SealedBody<T> begin(TransactionBody<T> body) {
      if (over) {
        return null;
      }
      current = new SealedBody<>(body, fences);
      return current;
    }

    private void answered(long began, T value, @Nullable Throwable error) {
      if (!land()) {
        return;
      }
      if (error == null) {
        observer.committed(Duration.ofNanos(nanoTime.getAsLong() - began));
        result.complete(value);
        return;
      }
      if (Causes.of(error) instanceof StoreException failure) {
        observer.failed(failure.kind());
        next(failure);
      } else {
        fail(Causes.of(error));
      }
    }

    /** Whether the attempt's answer still counts. */
    private synchronized boolean land() {
      current = null;
      return !over;
    }

    private void next(StoreException failure) {
      long pause = note(failure);
      if (failure.kind() == Kind.INVALID || enoughConflicts(failure)) {
        fail(doubtOr(failure));
      } else if (nanoTime.getAsLong() - startNanos + pause >= limits.timeout().toNanos()) {
        fail(doubtOr(StoreException.of(Kind.UNAVAILABLE, "no attempt succeeded in time", failure)));
      } else if (pause == 0) {
        turn();
      } else {
        turnAfter(pause, failure);
      }
    }

    private void turnAfter(long pause, StoreException failure) {
      try {
        var unused = timer.schedule(this::turn, pause, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) {
        fail(doubtOr(StoreException.of(Kind.UNAVAILABLE, "the timer is shut down", failure)));
      }
    }

    /** Remembers a failure. Returns the nanoseconds to pause. */
    private synchronized long note(StoreException failure) {
      ended++;
      if (failure.kind() == Kind.CONFLICT) {
        conflicts++;
        return backoff.afterConflict(conflicts);
      }
      byte[] fenceKey = failure.fenceKey();
      if (fenceKey != null) {
        fences.add(fenceKey);
      }
      mayHaveCommitted |=
          failure.kind() == Kind.MAYBE_COMMITTED || failure.kind() == Kind.MAYBE_LATER;
      troubles++;
      return backoff.afterTrouble(troubles);
    }

    private synchronized boolean enoughConflicts(StoreException failure) {
      return failure.kind() == Kind.CONFLICT
          && conflicts >= limits.conflictsMax()
          && !mayHaveCommitted;
    }

    /**
     * The run's last word: {@code failure} where nothing may have been committed, else the doubt.
     */
    private synchronized StoreException doubtOr(StoreException failure) {
      if (!mayHaveCommitted) {
        return failure;
      }
      String message = "an attempt may have been committed, and no later one found out";
      return fences.isEmpty()
          ? StoreException.of(Kind.MAYBE_COMMITTED, message, failure)
          : StoreException.maybeLater(message, fences.get(fences.size() - 1), failure);
    }

    private void timeIsOver() {
      StoreException failure = abandon();
      if (failure != null) {
        result.completeExceptionally(failure);
      }
    }

    private synchronized @Nullable StoreException abandon() {
      if (over || result.isDone()) {
        return null;
      }
      over = true;
      SealedBody<T> unanswered = current;
      if (unanswered != null) {
        boolean neverCommits = unanswered.abandon();
        mayHaveCommitted |= !neverCommits;
        observer.failed(neverCommits ? Kind.UNAVAILABLE : Kind.MAYBE_COMMITTED);
      }
      return doubtOr(StoreException.of(Kind.UNAVAILABLE, "no attempt succeeded in time", null));
    }

    private void fail(Throwable error) {
      result.completeExceptionally(error);
    }
  }
}
