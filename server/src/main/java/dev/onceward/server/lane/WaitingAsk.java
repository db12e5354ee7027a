package dev.onceward.server.lane;

import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A call that would rather wait than hear that the claim is another's. It asks, waits, and asks
 * again, until the answer is another one or its time is over. One question is open at a time, so
 * its state needs no lock.
 */
final class WaitingAsk implements Waiters.Waiter {
  private final Ask ask;
  private final Authority lanes;
  private final Waiters waiters;
  private final Clocks clocks;
  private final Duration skewAllowance;
  private final long endNanos;
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();
  private volatile @Nullable Answer lastTold;

  /**
   * A call that has just arrived.
   *
   * @param lanes who is asked
   */
  WaitingAsk(Ask ask, Authority lanes, Waiters waiters, Clocks clocks, Duration skewAllowance) {
    this.ask = ask;
    this.lanes = lanes;
    this.waiters = waiters;
    this.clocks = clocks;
    this.skewAllowance = skewAllowance;
    this.endNanos = clocks.nanoTime().getAsLong() + ask.waitAtMost().toNanos();
  }

  CompletableFuture<Answer> answer() {
    askAgain();
    return answer;
  }

  @Override
  public void askAgain() {
    try {
      long seen = waiters.changeCount(ask.command().key());
      Ending.of(lanes.ask(ask), (decided, failure) -> told(decided, failure, seen));
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }

  private void told(@Nullable Answer decided, @Nullable Throwable failure, long seen) {
    if (decided == null) {
      answer.completeExceptionally(Objects.requireNonNull(failure));
      return;
    }
    try {
      Answer earlier = lastTold;
      if (earlier != null && isUnheard(decided)) {
        // There was no room even to ask: what was true a moment ago stands until there is.
        waitOn(earlier, waiters.changeCount(ask.command().key()));
      } else {
        waitOn(decided, seen);
      }
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }

  private static boolean isUnheard(Answer decided) {
    return decided instanceof Answer.Refused refused && refused.reason() == Reason.OVERLOADED;
  }

  /** Waits if the claim is another's and there is time, else gives the answer. */
  private void waitOn(Answer present, long seen) {
    Record held = heldByAnother(present);
    long waitNanos = endNanos - clocks.nanoTime().getAsLong();
    lastTold = present;
    if (held == null || waitNanos <= 0 || !park(held, seen, waitNanos)) {
      answer.complete(present);
    }
  }

  private boolean park(Record held, long seen, long waitNanos) {
    Instant end = Objects.requireNonNull(held.leaseExpiresAt()).plus(skewAllowance);
    Duration untilEnd = Duration.between(clocks.wall().instant(), end).plusMillis(1);
    return waiters.park(held.key(), this, seen, waitNanos, untilEnd.toNanos());
  }

  private static @Nullable Record heldByAnother(Answer answer) {
    if (answer instanceof Answer.Begun begun && begun.decision() == Decision.IN_PROGRESS) {
      return begun.record();
    }
    if (answer instanceof Answer.Known known && known.record().state() == State.PROCESSING) {
      return known.record();
    }
    return null;
  }
}
