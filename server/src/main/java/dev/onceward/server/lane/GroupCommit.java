package dev.onceward.server.lane;

import dev.onceward.server.kv.Attempts;
import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.RunLimits;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Claim;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.store.RecordStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The authority over one store: lanes that decide, and what comes after a decision, outside the
 * lanes: waiting, a fresh lease for a claim whose commit took long, and the bytes of large
 * payloads. Thread-safe.
 */
public final class GroupCommit implements Authority {
  private final TransactionRunner runner;
  private final RecordStore records;
  private final Clocks clocks;
  private final LaneLimits limits;
  private final Duration skewAllowance;
  private final Waiters waiters;
  private final Lane[] lanes;

  /** What the authority works on. */
  public record Stores(KeyValueStore store, TransactionRunner runner, RecordStore records) {}

  /** An authority with idle lanes. */
  public GroupCommit(
      Stores stores,
      Clocks clocks,
      LaneLimits limits,
      Duration skewAllowance,
      LaneObserver observer) {
    this.runner = stores.runner();
    this.records = stores.records();
    this.clocks = clocks;
    this.limits = limits;
    this.skewAllowance = skewAllowance;
    this.waiters = new Waiters(stores.store(), records, clocks, limits.waitersMax());
    this.lanes = new Lane[limits.lanes()];
    Lane.Listener listener = listener(observer);
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = new Lane(runner, records, clocks, limits, listener);
    }
  }

  private Lane.Listener listener(LaneObserver observer) {
    return new Lane.Listener() {
      @Override
      public void changed(RecordKey key) {
        waiters.changed(key);
      }

      @Override
      public void batchDone(int commands) {
        observer.batchDone(commands);
      }
    };
  }

  /** Lets nobody wait any more: waiting calls get the present answer now. */
  public void drain() {
    waiters.drain();
  }

  @Override
  public CompletableFuture<Answer> ask(Ask ask) {
    CompletableFuture<Answer> answer = ask.waitAtMost().isZero() ? decide(ask) : decideAndWait(ask);
    if (ask.command().kind() == Command.Kind.BEGIN) {
      answer = answer.thenCompose(decided -> withFreshLease(ask, decided));
    }
    return ask.withPayload() ? answer.thenCompose(this::withPayload) : answer;
  }

  private CompletableFuture<Answer> decide(Ask ask) {
    Pending pending = new Pending(ask, clocks.nanoTime().getAsLong() + limits.patience().toNanos());
    lanes[records.bucketOf(ask.command().key()) % lanes.length].submit(pending);
    return pending.answer();
  }

  private CompletableFuture<Answer> decideAndWait(Ask ask) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    long endNanos = clocks.nanoTime().getAsLong() + ask.waitAtMost().toNanos();
    new WaitingAsk(ask, endNanos, answer).askAgain();
    return answer;
  }

  /** A call that would rather wait than hear that the claim is taken. */
  private final class WaitingAsk implements Waiters.Waiter {
    private final Ask ask;
    private final long endNanos;
    private final CompletableFuture<Answer> answer;

    WaitingAsk(Ask ask, long endNanos, CompletableFuture<Answer> answer) {
      this.ask = ask;
      this.endNanos = endNanos;
      this.answer = answer;
    }

    @Override
    public void askAgain() {
      long seen = waiters.changeCount(ask.command().key());
      Ending.of(
          decide(ask),
          (decided, failure) -> {
            if (decided != null) {
              answerOrPark(decided, seen);
            } else {
              answer.completeExceptionally(Objects.requireNonNull(failure));
            }
          });
    }

    private void answerOrPark(Answer decided, long seen) {
      Record held = heldByAnother(decided);
      long waitNanos = endNanos - clocks.nanoTime().getAsLong();
      if (held == null || waitNanos <= 0 || !park(held, seen, waitNanos)) {
        answer.complete(decided);
      }
    }

    private boolean park(Record held, long seen, long waitNanos) {
      Instant end = Objects.requireNonNull(held.leaseExpiresAt()).plus(skewAllowance);
      Duration untilEnd = Duration.between(clocks.wall().instant(), end).plusMillis(1);
      return waiters.park(held.key(), this, seen, waitNanos, untilEnd.toNanos());
    }
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

  /**
   * A new claim is answered with at least half of its lease to go: whoever gets less could lose it
   * before having begun. A resumed claim keeps its deadline, which its caller may know already.
   */
  private CompletableFuture<Answer> withFreshLease(Ask ask, Answer answer) {
    if (!(answer instanceof Answer.Begun begun)
        || begun.decision() != Decision.EXECUTE
        || begun.resumed()) {
      return CompletableFuture.completedFuture(answer);
    }
    Record record = begun.record();
    Claim claim = record.claim();
    Instant end = Objects.requireNonNull(record.leaseExpiresAt());
    Duration lease = Duration.between(claim.claimedAt(), end);
    Instant half = claim.claimedAt().plus(lease.dividedBy(2));
    if (!clocks.wall().instant().isAfter(half)) {
      return CompletableFuture.completedFuture(answer);
    }
    Command renew =
        new Command.Renew(
            new Command.ClaimRef(record.key(), claim.version(), claim.attemptId()),
            lease,
            null,
            List.of());
    return decide(new Ask(renew, Duration.ZERO, false, ask.deadlineNanos(), ask.cancelled()))
        .thenApply(
            renewed ->
                renewed instanceof Answer.Renewed fresh
                    ? new Answer.Begun(
                        Decision.EXECUTE, fresh.record(), false, fresh.leaseRemaining(), null)
                    : renewed);
  }

  private CompletableFuture<Answer> withPayload(Answer answer) {
    if (answer instanceof Answer.Begun begun && isElsewhere(begun.record())) {
      return read(
          begun.record(),
          record ->
              new Answer.Begun(
                  begun.decision(),
                  record,
                  begun.resumed(),
                  begun.leaseRemaining(),
                  begun.retryAfter()));
    }
    if (answer instanceof Answer.Known known && isElsewhere(known.record())) {
      return read(known.record(), Answer.Known::new);
    }
    if (answer instanceof Answer.Renewed renewed && isElsewhere(renewed.record())) {
      return read(renewed.record(), r -> new Answer.Renewed(r, renewed.leaseRemaining()));
    }
    return CompletableFuture.completedFuture(answer);
  }

  private static boolean isElsewhere(Record record) {
    Payload payload = record.payload();
    return payload != null && payload.isElsewhere();
  }

  private CompletableFuture<Answer> read(Record record, Function<Record, Answer> filled) {
    return runner
        .run(
            Attempts.of(transaction -> records.withPayload(transaction, record)),
            RunLimits.within(limits.patience()))
        .handle(
            (read, failure) ->
                failure == null
                    ? filled.apply(read)
                    : new Answer.Refused(
                        Reason.STORE_UNAVAILABLE, "the store did not give the stored payload"));
  }
}
