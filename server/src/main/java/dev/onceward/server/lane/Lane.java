package dev.onceward.server.lane;

import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.Decided;
import dev.onceward.server.store.RecordStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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
 * so that one contended key does not hold up its neighbours.
 */
final class Lane {
  private static final int CONFLICTS_BEFORE_HALVING = 2;

  private final TransactionRunner runner;
  private final RecordStore store;
  private final Clocks clocks;
  private final LaneLimits limits;
  private final Listener listener;

  private final Object lock = new Object();
  private final Deque<Pending> queue = new ArrayDeque<>(); // guarded by lock
  private final Deque<Batch> halves = new ArrayDeque<>(); // guarded by lock; go before the queue
  private boolean busy; // guarded by lock

  /** Told what a lane has done. */
  interface Listener {
    /** A record has changed; said before the command that changed it is answered. */
    void changed(RecordKey key);

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

  private void runNext() {
    Batch batch = take();
    if (batch == null) {
      return;
    }
    int conflictsMax = batch.size() == 1 ? Integer.MAX_VALUE : CONFLICTS_BEFORE_HALVING;
    Ending.of(
        batch.run(runner, conflictsMax), (decided, failure) -> ended(batch, decided, failure));
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
      return taken.isEmpty() ? null : new Batch(clocks, store, taken);
    }
  }

  private void ended(Batch batch, @Nullable Decided decided, @Nullable Throwable failure) {
    if (decided == null && isContended(batch, failure)) {
      synchronized (lock) {
        List<Batch> two = batch.halves();
        halves.addFirst(two.get(1));
        halves.addFirst(two.get(0));
      }
      runNext();
      return;
    }
    if (decided != null) {
      batch.forEachChanged(decided, listener::changed);
      listener.batchDone(batch.size());
    }
    // The next transaction is under way on the store's threads while this thread hands out answers.
    runNext();
    if (decided != null) {
      batch.answer(decided);
    } else if (failure != null) {
      batch.refuse(failure);
    }
  }

  private static boolean isContended(Batch batch, @Nullable Throwable failure) {
    return batch.size() > 1
        && failure instanceof StoreException store
        && store.kind() == StoreException.Kind.CONFLICT;
  }
}
