package dev.onceward.server.lane;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Terms;
import dev.onceward.server.store.RecordStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The authority over one store: lanes that decide; before them the memory of what they said of
 * finished keys; and what comes after a decision, outside the lanes: waiting, a fresh lease for a
 * claim whose commit took long, and the bytes of large payloads. Thread-safe.
 */
public final class GroupCommit implements Authority {
  private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

  private final RecordStore records;
  private final Clocks clocks;
  private final LaneLimits limits;
  private final Duration skewAllowance;
  private final LaneObserver observer;
  private final SettledAnswers settled;
  private final Waiters waiters;
  private final FreshLease leases;
  private final StoredPayloads payloads;
  private final Redaction redaction;
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
    this.records = stores.records();
    this.clocks = clocks;
    this.limits = limits;
    this.skewAllowance = skewAllowance;
    this.observer = observer;
    this.settled = new SettledAnswers(clocks, limits.settledBytesMax());
    this.waiters = new Waiters(stores.store(), records, clocks, limits.waitersMax());
    this.leases = new FreshLease(this::decide, clocks);
    this.redaction = new Redaction(stores.store(), records, clocks);
    this.payloads = new StoredPayloads(stores.runner(), records, limits.patience());
    this.lanes = new Lane[limits.lanes()];
    Lane.Listener listener = listener();
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = new Lane(stores.runner(), records, clocks, limits, listener);
    }
  }

  private Lane.Listener listener() {
    return new Lane.Listener() {
      @Override
      public void changed(RecordKey key) {
        settled.forget(key);
        waiters.changed(key);
      }

      @Override
      public void replayed(Record record, Terms terms, long readSinceNanos) {
        settled.remember(record, terms, readSinceNanos);
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

  /** Who waits for what. */
  Waiters waiters() {
    return waiters;
  }

  @Override
  public CompletableFuture<Answer> ask(Ask ask) {
    Answer known = fromMemory(ask.command());
    return known == null ? fromLanes(ask) : CompletableFuture.completedFuture(known);
  }

  private @Nullable Answer fromMemory(Command command) {
    try {
      Answer known = settled.answer(command);
      if (known != null) {
        observer.answeredFromMemory();
      }
      return known;
    } catch (RuntimeException e) {
      LOG.error("memory failed", e);
      return null;
    }
  }

  private CompletableFuture<Answer> fromLanes(Ask ask) {
    return answered(ask)
        .thenCompose(told -> withPayload(ask, told))
        .thenCompose(told -> redaction.completed(ask.command(), told))
        .thenApply(leases::asOfNow)
        .exceptionally(GroupCommit::broken);
  }

  @Override
  public void together(Runnable asks) {
    List<Lane> held = Stream.of(lanes).filter(Lane::hold).toList();
    try {
      asks.run();
    } finally {
      held.forEach(Lane::release);
    }
  }

  private CompletableFuture<Answer> answered(Ask ask) {
    CompletableFuture<Answer> answer;
    try {
      answer =
          ask.waitAtMost().isZero()
              ? decide(ask)
              : new WaitingAsk(ask, this::decide, waiters, clocks, skewAllowance).answer();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return ask.command().kind() == Command.Kind.BEGIN
        ? answer.thenCompose(told -> leases.renewed(ask, told))
        : answer;
  }

  private CompletableFuture<Answer> decide(Ask ask) {
    Pending pending = new Pending(ask, clocks.nanoTime().getAsLong() + limits.patience().toNanos());
    lanes[records.bucketOf(ask.command().key()) % lanes.length].submit(pending);
    return pending.answer();
  }

  private CompletableFuture<Answer> withPayload(Ask ask, Answer answer) {
    if (!StoredPayloads.isWantedBy(answer)
        || (!ask.withPayload() && StoredPayloads.isOfResult(answer))) {
      return CompletableFuture.completedFuture(answer);
    }
    Command.Kind call = ask.command().kind();
    return payloads
        .filledIn(call, answer)
        .thenCompose(
            filled ->
                StoredPayloads.isWantedBy(filled) && mayBeAskedAgain(call)
                    ? answered(withoutWait(ask))
                        .thenCompose(fresh -> payloads.filledIn(call, fresh))
                    : CompletableFuture.completedFuture(filled));
  }

  private static Ask withoutWait(Ask ask) {
    return new Ask(
        ask.command(), Duration.ZERO, ask.withPayload(), ask.deadlineNanos(), ask.cancelled());
  }

  /**
   * Whether a second answer is as good as the first where the record has moved on in between. Not
   * so for the calls of a claim: their repetition may be refused as stale.
   */
  private static boolean mayBeAskedAgain(Command.Kind call) {
    return switch (call) {
      case BEGIN, GET -> true;
      case COMPLETE, FAIL, RENEW, RETAIN, HOLD, RELEASE, RESOLVE, FORCE_EXPIRE, REDACT -> false;
    };
  }

  private static Answer broken(Throwable failure) {
    LOG.error("answer failed", failure);
    return new Answer.Refused(
        Reason.OUTCOME_UNKNOWN, "the server failed while answering; see the log");
  }
}
