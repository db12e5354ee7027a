package dev.onceward.server.lane;

import dev.onceward.server.kv.Attempts;
import dev.onceward.server.kv.RunLimits;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.BatchAttempt;
import dev.onceward.server.store.Decided;
import dev.onceward.server.store.RecordStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Some commands on their way through one run of a transaction: the attempts, what each decided, and
 * the answers.
 *
 * <p>Each attempt decides the commands that are still unanswered and wanted, under an id of its own
 * that it stores in every record it writes. Its decisions are kept: if a later attempt finds a
 * record with that id, the earlier one was committed after all, and its answers are the true ones.
 */
final class Batch implements Attempts<Decided> {
  private static final Logger LOG = LoggerFactory.getLogger(Batch.class);

  private static final int CONFLICTS_BEFORE_HALVING = 2;

  /** With the pauses between them some ten milliseconds: others want their turn too. */
  private static final int CONFLICTS_BEFORE_POSTPONING = 8;

  private final Clocks clocks;
  private final RecordStore store;
  private final Lane.Listener listener;
  private final List<Pending> commands;
  private final Map<Long, Try> tries = new HashMap<>();
  private volatile boolean inDoubt;

  /** One attempt: which commands it decides, and how. */
  private static final class Try {
    final List<Pending> pendings;
    final boolean mayAnswerEarly;
    final long sinceNanos;
    volatile List<Decided.Item> items = List.of();

    Try(List<Pending> pendings, boolean mayAnswerEarly, long sinceNanos) {
      this.pendings = pendings;
      this.mayAnswerEarly = mayAnswerEarly;
      this.sinceNanos = sinceNanos;
    }
  }

  /** Ends a run that has nothing left to do. */
  private static final class NothingLeft extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NothingLeft() {
      super("every command has been answered", null, false, false);
    }
  }

  Batch(Clocks clocks, RecordStore store, Lane.Listener listener, List<Pending> commands) {
    this.clocks = clocks;
    this.store = store;
    this.listener = listener;
    this.commands = commands;
  }

  /**
   * Runs until the commands are answered, or the time is over, or the conflicts are too many.
   *
   * @param atMost how long the batch may hold up those behind it, whatever its own callers want
   * @return what was decided; fails with the run's StoreException. The commands that did not get
   *     their answer early are still open: see {@link #answer} and {@link #refuse}
   */
  CompletableFuture<Decided> run(TransactionRunner runner, Duration atMost) {
    long now = clocks.nanoTime().getAsLong();
    long longest = 1;
    for (Pending pending : commands) {
      longest = Math.max(longest, pending.remainingNanos(now));
    }
    Duration timeout = Duration.ofNanos(Math.min(longest, atMost.toNanos()));
    int conflictsMax = keys() > 1 ? CONFLICTS_BEFORE_HALVING : CONFLICTS_BEFORE_POSTPONING;
    return runner.run(this, new RunLimits(timeout, conflictsMax));
  }

  private long keys() {
    return commands.stream().map(pending -> pending.command().key()).distinct().count();
  }

  @Override
  public TransactionBody<Decided> next(Past past) {
    inDoubt = past.mayHaveCommitted();
    long nowNanos = clocks.nanoTime().getAsLong();
    List<Pending> open = new ArrayList<>(commands.size());
    List<Command> decidable = new ArrayList<>(commands.size());
    for (Pending pending : commands) {
      if (pending.isAnswered()) {
        continue;
      }
      if (pending.isWanted(nowNanos)) {
        open.add(pending);
        decidable.add(pending.command());
      } else if (past.mayHaveCommitted()) {
        pending.refuseAsUnknown();
      } else {
        pending.refuse(
            Reason.STORE_UNAVAILABLE, "the call ended before the store answered; nothing was done");
      }
    }
    if (open.isEmpty()) {
      throw new NothingLeft();
    }
    long id = clocks.random().nextLong();
    Try attempt = new Try(open, !past.mayHaveCommitted(), nowNanos);
    tries.put(id, attempt);
    BatchAttempt plan =
        new BatchAttempt(id, store.judge().moment(clocks.wall().instant()), decidable);
    return transaction -> decide(transaction, plan, attempt);
  }

  private CompletableFuture<Decided> decide(
      Transaction transaction, BatchAttempt plan, Try attempt) {
    return store
        .decide(transaction, plan, id -> id != plan.transactionId() && tries.containsKey(id))
        .thenApply(
            decided -> {
              if (decided.transactionId() == plan.transactionId()) {
                attempt.items = decided.items();
                if (attempt.mayAnswerEarly) {
                  answerEarly(attempt);
                }
              }
              return decided;
            });
  }

  /**
   * Answers what holds whatever becomes of the commit. Such an answer is out, so no later attempt
   * decides it again.
   *
   * <p>Not while an earlier attempt is in doubt: a command that it meant to write may look settled
   * now, say because its lease has ended since, and be changed after all when that attempt lands.
   * Only this attempt's commit shuts the earlier one out.
   */
  private void answerEarly(Try attempt) {
    for (int i = 0; i < attempt.items.size(); i++) {
      Decided.Item item = attempt.items.get(i);
      if (item.standsAlone() && attempt.pendings.get(i).answer().complete(item.answer())) {
        noteReplay(item, attempt.sinceNanos);
      }
    }
  }

  private void noteReplay(Decided.Item item, long sinceNanos) {
    if (item.answer() instanceof Answer.Begun begun && begun.decision() == Decision.REPLAY) {
      listener.replayed(begun.record(), item.terms(), sinceNanos);
    }
  }

  /** Answers what is still open after a run that ended well. */
  void answer(Decided decided) {
    Try committed = committed(decided);
    for (int i = 0; i < committed.items.size(); i++) {
      committed.pendings.get(i).answer().complete(committed.items.get(i).answer());
    }
  }

  /** The keys whose records the committed attempt has changed, once the run has ended well. */
  void forEachChanged(Decided decided, Consumer<RecordKey> consumer) {
    Try committed = committed(decided);
    for (int i = 0; i < committed.items.size(); i++) {
      if (committed.items.get(i).writes()) {
        consumer.accept(committed.pendings.get(i).command().key());
      }
    }
  }

  private Try committed(Decided decided) {
    return Objects.requireNonNull(tries.get(decided.transactionId()));
  }

  /**
   * Whether halves of it may fare better after this failure: a contended key then holds up fewer
   * neighbours, and what breaks a transaction, by its size or by a defect of ours, ends up alone.
   */
  boolean isDivisible(Throwable failure) {
    return isContended(failure) ? keys() > 1 : isBroken(failure) && commands.size() > 1;
  }

  /** Whether nothing stands against its commands but rivals, so that they may be tried again. */
  boolean isContended(Throwable failure) {
    return !inDoubt && kindOf(failure) == StoreException.Kind.CONFLICT;
  }

  private boolean isBroken(Throwable failure) {
    return !inDoubt
        && kindOf(failure) == StoreException.Kind.INVALID
        && !(failure instanceof NothingLeft);
  }

  /**
   * Batches of half the open commands each; one or none if there are not so many. The commands of a
   * key stay together, in order, unless there is no other key.
   */
  List<Batch> halves() {
    Map<RecordKey, List<Pending>> byKey = new LinkedHashMap<>();
    for (Pending pending : open()) {
      byKey.computeIfAbsent(pending.command().key(), key -> new ArrayList<>()).add(pending);
    }
    List<List<Pending>> parts =
        keys() > 1 ? List.copyOf(byKey.values()) : open().stream().map(List::of).toList();
    int middle = (parts.size() + 1) / 2;
    return Stream.of(parts.subList(0, middle), parts.subList(middle, parts.size()))
        .filter(half -> !half.isEmpty())
        .map(half -> half.stream().flatMap(List::stream).toList())
        .map(half -> new Batch(clocks, store, listener, half))
        .toList();
  }

  /** The commands without an answer, in order. */
  List<Pending> open() {
    return commands.stream().filter(pending -> !pending.isAnswered()).toList();
  }

  /** Whether one of its commands is for one of the other's keys. */
  boolean sharesAKeyWith(Batch other) {
    return commands.stream()
        .map(pending -> pending.command().key())
        .anyMatch(
            key -> other.commands.stream().anyMatch(each -> each.command().key().equals(key)));
  }

  /** Answers all commands that are still open after a run that failed. */
  void refuse(Throwable failure) {
    if (failure instanceof NothingLeft) {
      return;
    }
    StoreException.Kind kind = kindOf(failure);
    if (kind == StoreException.Kind.INVALID) {
      LOG.error("transaction failed: commands={}", commands.size(), failure);
    }
    for (Pending pending : commands) {
      if (inDoubt) {
        pending.refuseAsUnknown();
      } else {
        refuse(pending, kind);
      }
    }
  }

  private static void refuse(Pending pending, StoreException.Kind kind) {
    switch (kind) {
      case CONFLICT, UNAVAILABLE ->
          pending.refuse(
              Reason.STORE_UNAVAILABLE, "the store did not answer in time; nothing was done");
      case MAYBE_COMMITTED, MAYBE_LATER -> pending.refuseAsUnknown();
      case INVALID -> pending.refuse(Reason.INTERNAL, "the transaction failed; see the log");
    }
  }

  private static StoreException.Kind kindOf(Throwable failure) {
    return failure instanceof StoreException store ? store.kind() : StoreException.Kind.INVALID;
  }

  /** How many commands there are. */
  int size() {
    return commands.size();
  }
}
