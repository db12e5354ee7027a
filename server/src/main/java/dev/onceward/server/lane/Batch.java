package dev.onceward.server.lane;

import dev.onceward.server.kv.Attempts;
import dev.onceward.server.kv.RunLimits;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.BatchAttempt;
import dev.onceward.server.store.Decided;
import dev.onceward.server.store.RecordStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
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

  private final Clocks clocks;
  private final RecordStore store;
  private final List<Pending> commands;
  private final Map<Long, Try> tries = new HashMap<>();

  /** One attempt: which commands it decides, and how. */
  private static final class Try {
    final List<Pending> pendings;
    volatile List<Decided.Item> items = List.of();

    Try(List<Pending> pendings) {
      this.pendings = pendings;
    }
  }

  /** Ends a run that has nothing left to do. */
  private static final class NothingLeft extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NothingLeft() {
      super("every command has been answered", null, false, false);
    }
  }

  Batch(Clocks clocks, RecordStore store, List<Pending> commands) {
    this.clocks = clocks;
    this.store = store;
    this.commands = commands;
  }

  /**
   * Runs until the commands are answered, or the time is over, or the conflicts are too many.
   *
   * @return what was decided; fails with the run's StoreException. The commands that did not get
   *     their answer early are still open: see {@link #answer} and {@link #refuse}
   */
  CompletableFuture<Decided> run(TransactionRunner runner, int conflictsMax) {
    long now = clocks.nanoTime().getAsLong();
    long longest = 1;
    for (Pending pending : commands) {
      longest = Math.max(longest, pending.remainingNanos(now));
    }
    return runner.run(this, new RunLimits(Duration.ofNanos(longest), conflictsMax));
  }

  @Override
  public TransactionBody<Decided> next(Past past) {
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
    Try attempt = new Try(open);
    tries.put(id, attempt);
    BatchAttempt plan = new BatchAttempt(id, clocks.wall().instant(), decidable);
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
                answerEarly(attempt);
              }
              return decided;
            });
  }

  /**
   * Answers what holds whatever becomes of the commit. Such an answer is out, so no later attempt
   * decides it again.
   */
  private static void answerEarly(Try attempt) {
    for (int i = 0; i < attempt.items.size(); i++) {
      Decided.Item item = attempt.items.get(i);
      if (item.standsAlone()) {
        attempt.pendings.get(i).answer().complete(item.answer());
      }
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

  /** Answers all commands that are still open after a run that failed. */
  void refuse(Throwable failure) {
    if (failure instanceof NothingLeft) {
      return;
    }
    StoreException.Kind kind =
        failure instanceof StoreException store ? store.kind() : StoreException.Kind.INVALID;
    for (Pending pending : commands) {
      switch (kind) {
        case CONFLICT, UNAVAILABLE ->
            pending.refuse(
                Reason.STORE_UNAVAILABLE, "the store did not answer in time; nothing was done");
        case MAYBE_COMMITTED, MAYBE_LATER -> pending.refuseAsUnknown();
        case INVALID -> pending.refuse(Reason.INTERNAL, "the transaction failed; see the log");
      }
    }
    if (kind == StoreException.Kind.INVALID) {
      LOG.error("transaction failed: commands={}", commands.size(), failure);
    }
  }

  /** How many commands there are. */
  int size() {
    return commands.size();
  }

  /** Two batches of half the commands each, in order. */
  List<Batch> halves() {
    int middle = commands.size() / 2;
    return List.of(
        new Batch(clocks, store, commands.subList(0, middle)),
        new Batch(clocks, store, commands.subList(middle, commands.size())));
  }
}
