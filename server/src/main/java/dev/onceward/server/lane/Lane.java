package dev.onceward.server.lane;

import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Terms;
import dev.onceward.server.store.Decided;
import dev.onceward.server.store.RecordStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One queue of commands, and one transaction in flight. Thread-safe.
 *
 * <p>When a transaction ends, all that has queued meanwhile becomes the next one. So an idle lane
 * answers after one commit, and a busy one pays one commit for hundreds of commands; no timer
 * decides how long to collect. A key is always in the same lane, where its commands are decided in
 * order against each other's outcome: a hot key never conflicts with itself.
 *
 * <p>Conflicts come from other servers on the same store. A batch that meets two of them is halved,
 * by keys; a contended key that is alone by then lets all others go first, time and again. A batch
 * that breaks is halved too, so that a defect fails only the command that brings it out.
 */
final class Lane {
  private final TransactionRunner runner;
  private final RecordStore store;
  private final Clocks clocks;
  private final LaneLimits limits;
  private final Listener listener;

  private final Object lock = new Object();
  private final Deque<Pending> queue = new ArrayDeque<>(); // guarded by lock
  private final Deque<Batch> halves = new ArrayDeque<>(); // guarded by lock; go before the queue
  private boolean busy; // guarded by lock
  private final AtomicInteger turns = new AtomicInteger();

  /** Told what a lane has done. */
  interface Listener {
    /** A record has changed; said before the command that changed it is answered. */
    void changed(RecordKey key);

    /**
     * A Begin has been answered with the end of its key, whatever becomes of the batch.
     *
     * @param terms what was decided under
     * @param readSinceNanos a moment before the record was read
     */
    void replayed(Record record, Terms terms, long readSinceNanos);

    /** A batch has ended well. */
    void batchDone(int commands);
  }

  Lane(
      TransactionRunner runner,
      RecordStore store,
      Clocks clocks,
      LaneLimits limits,
      Listener listener) {
    this.runner = runner;
    this.store = store;
    this.clocks = clocks;
    this.limits = limits;
    this.listener = listener;
  }

  /** Takes a command in, or refuses it at once if too many wait already. */
  void submit(Pending pending) {
    boolean full;
    boolean idle;
    synchronized (lock) {
      full = queue.size() >= limits.queueMax();
      idle = !busy;
      if (!full) {
        queue.add(pending);
        busy = true;
      }
    }
    if (full) {
      pending.refuse(
          Reason.OVERLOADED, "the server has more to do than it may queue; nothing was done");
    } else if (idle) {
      runNext();
    }
  }

  /**
   * Lets commands queue without a transaction being started, so that they become one; see {@link
   * #release}.
   *
   * @return false if there is nothing to hold: another thread is starting a transaction right now
   */
  boolean hold() {
    return turns.compareAndSet(0, 1);
  }

  /** Starts what would have been started since {@link #hold} held the lane. */
  void release() {
    while (turns.decrementAndGet() != 0) {
      startNext();
    }
  }

  /**
   * Starts the next transaction, or leaves it to the call that is starting one now. A store that
   * answers synchronously calls back into here from within the start: a loop, then, not a
   * recursion.
   */
  private void runNext() {
    if (turns.getAndIncrement() != 0) {
      return;
    }
    do {
      startNext();
    } while (turns.decrementAndGet() != 0);
  }

  private void startNext() {
    Batch batch = take();
    if (batch != null) {
      Ending.of(start(batch), (decided, failure) -> ended(batch, decided, failure));
    }
  }

  private CompletableFuture<Decided> start(Batch batch) {
    try {
      return batch.run(runner, limits.patience());
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private @Nullable Batch take() {
    synchronized (lock) {
      Batch half = halves.poll();
      if (half != null) {
        return half;
      }
      List<Pending> taken = new ArrayList<>(Math.min(queue.size(), limits.batchCommandsMax()));
      int bytes = 0;
      while (!queue.isEmpty()
          && taken.size() < limits.batchCommandsMax()
          && bytes < limits.batchBytesMax()) {
        Pending pending = queue.remove();
        taken.add(pending);
        bytes += pending.bytes();
      }
      busy = !taken.isEmpty();
      return taken.isEmpty() ? null : new Batch(clocks, store, listener, taken);
    }
  }

  private void ended(Batch batch, @Nullable Decided decided, @Nullable Throwable failure) {
    if (decided != null) {
      succeeded(batch, decided);
    } else {
      failed(batch, Objects.requireNonNull(failure));
    }
  }

  private void succeeded(Batch batch, Decided decided) {
    try {
      batch.forEachChanged(decided, listener::changed);
      listener.batchDone(batch.size());
    } finally {
      // The next transaction is under way on the store's threads while this one hands out answers.
      runNext();
      batch.answer(decided);
    }
  }

  private void failed(Batch batch, Throwable failure) {
    if (batch.isDivisible(failure)) {
      putFirst(batch.halves());
      runNext();
    } else if (batch.isContended(failure)) {
      postpone(batch);
      runNext();
    } else {
      runNext();
      batch.refuse(failure);
    }
  }

  private void putFirst(List<Batch> parts) {
    synchronized (lock) {
      for (int i = parts.size() - 1; i >= 0; i--) {
        halves.addFirst(parts.get(i));
      }
    }
  }

  /**
   * Lets the others go first, but for those of the same key, and then tries again among the next.
   */
  private void postpone(Batch batch) {
    synchronized (lock) {
      if (halves.stream().anyMatch(batch::sharesAKeyWith)) {
        halves.addFirst(batch);
        return;
      }
      List<Pending> open = batch.open();
      for (int i = open.size() - 1; i >= 0; i--) {
        queue.addFirst(open.get(i));
      }
    }
  }
}
