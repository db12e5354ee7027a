package dev.onceward.server.lane;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.Watch;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.RecordStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for a claim to end. No thread is parked: a waiter is an entry in a list, and
 * waking it means asking its question again, as if it had just arrived.
 *
 * <p>What wakes a key's waiters: a change by this server, a change by another one (one watch a key,
 * shared), the end of the lease, and a poll now and then, since a watch is only a hint. Between its
 * answer and its entry in the list a waiter may miss a change; so it brings along the count of
 * changes from before its question, and is asked again at once if the count has moved. Thread-safe.
 */
final class Waiters {
  private static final int COUNTS =
      1024; // power of two; two keys on one count only cost a question
  private static final long POLL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final KeyValueStore store;
  private final RecordStore records;
  private final Clocks clocks;
  private final int waitersMax;
  private final AtomicLongArray changeCounts = new AtomicLongArray(COUNTS);

  private final Object lock = new Object();
  private final Map<RecordKey, Hot> hotKeys = new HashMap<>(); // guarded by lock
  private int waiting; // guarded by lock
  private boolean draining; // guarded by lock

  /**
   * A call that waits. Its methods are called once between them, on any thread, and must not block.
   */
  interface Waiter {
    /** Something may have changed, or the wait is over. */
    void askAgain();
  }

  /** One waiting call. */
  private static final class Entry {
    final Waiter waiter;
    @Nullable ScheduledFuture<?> end;

    Entry(Waiter waiter) {
      this.waiter = waiter;
    }
  }

  /** A key that somebody waits for. All fields are guarded by the lock. */
  private static final class Hot {
    final List<Entry> entries = new ArrayList<>();
    boolean watched;
    @Nullable Watch watch;
    @Nullable ScheduledFuture<?> poll;
  }

  Waiters(KeyValueStore store, RecordStore records, Clocks clocks, int waitersMax) {
    this.store = store;
    this.records = records;
    this.clocks = clocks;
    this.waitersMax = waitersMax;
  }

  /**
   * How often records have changed, as far as this key is concerned. Read before asking; see {@link
   * #park}.
   */
  long changeCount(RecordKey key) {
    return changeCounts.get(slot(key));
  }

  /**
   * Lets a call wait.
   *
   * @param seen the change count from before the question whose answer makes it wait
   * @param waitNanos how long at most
   * @param leaseEndNanos from now until the lease counts as ended
   * @return false if it may not wait: too many do, or the server is draining
   */
  boolean park(RecordKey key, Waiter waiter, long seen, long waitNanos, long leaseEndNanos) {
    boolean missed;
    Hot unwatched = null;
    synchronized (lock) {
      if (draining || waiting >= waitersMax) {
        return false;
      }
      missed = changeCount(key) != seen;
      if (!missed) {
        Hot hot = add(key, new Entry(waiter), waitNanos, leaseEndNanos);
        if (!hot.watched) {
          hot.watched = true;
          unwatched = hot;
        }
      }
    }
    if (missed) {
      waiter.askAgain();
    } else if (unwatched != null) {
      watch(key, unwatched);
    }
    return true;
  }

  private Hot add(RecordKey key, Entry entry, long waitNanos, long leaseEndNanos) {
    Hot hot = hotKeys.computeIfAbsent(key, k -> new Hot());
    hot.entries.add(entry);
    waiting++;
    entry.end = schedule(() -> end(key, entry), waitNanos);
    if (hot.poll == null) {
      long jittered = POLL_NANOS + clocks.random().nextLong(POLL_NANOS);
      hot.poll = schedule(() -> poll(key), Math.min(jittered, Math.max(0, leaseEndNanos)));
    }
    return hot;
  }

  private ScheduledFuture<?> schedule(Runnable task, long nanos) {
    return clocks.timer().schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  private void watch(RecordKey key, Hot hot) {
    Watch watch = store.watch(records.watchKey(key));
    boolean gone;
    synchronized (lock) {
      gone = hotKeys.get(key) != hot;
      hot.watch = watch;
    }
    if (gone) {
      watch.cancel();
      return;
    }
    // What happened before the watch was armed goes unseen, so the waiters ask once more then.
    Ending.of(watch.armed(), (armed, failure) -> changed(key));
    Ending.of(
        watch.fired(),
        (fired, failure) -> {
          synchronized (lock) {
            hot.watched = false;
            hot.watch = null;
          }
          if (failure == null) {
            changed(key);
          }
        });
  }

  /** A record has changed, or may have: whoever waits for it asks again. */
  void changed(RecordKey key) {
    changeCounts.incrementAndGet(slot(key));
    wake(key);
  }

  private void poll(RecordKey key) {
    synchronized (lock) {
      Hot hot = hotKeys.get(key);
      if (hot != null) {
        hot.poll = null;
        if (hot.entries.isEmpty()) {
          hotKeys.remove(key);
          cancelWatch(hot);
        }
      }
    }
    wake(key);
  }

  private void wake(RecordKey key) {
    List<Entry> woken;
    synchronized (lock) {
      Hot hot = hotKeys.get(key);
      if (hot == null || hot.entries.isEmpty()) {
        return;
      }
      woken = List.copyOf(hot.entries);
      hot.entries.clear();
      waiting -= woken.size();
      // The key stays hot until a poll finds nobody, since those who ask again mostly come back.
    }
    for (Entry entry : woken) {
      if (entry.end != null) {
        entry.end.cancel(false);
      }
      entry.waiter.askAgain();
    }
  }

  private void end(RecordKey key, Entry entry) {
    boolean mine;
    synchronized (lock) {
      Hot hot = hotKeys.get(key);
      mine = hot != null && hot.entries.remove(entry);
      if (mine) {
        waiting--;
      }
    }
    if (mine) {
      entry.waiter.askAgain();
    }
  }

  /** From now on nobody waits; those who do ask for the last time. */
  void drain() {
    List<RecordKey> keys;
    synchronized (lock) {
      draining = true;
      keys = List.copyOf(hotKeys.keySet());
    }
    keys.forEach(this::wake);
    synchronized (lock) {
      for (Hot hot : hotKeys.values()) {
        cancelWatch(hot);
        if (hot.poll != null) {
          hot.poll.cancel(false);
        }
      }
      hotKeys.clear();
    }
  }

  private static void cancelWatch(Hot hot) {
    if (hot.watch != null) {
      hot.watch.cancel();
    }
  }

  private static int slot(RecordKey key) {
    int hash = key.hashCode();
    return (hash ^ (hash >>> 16)) & (COUNTS - 1);
  }
}
