package dev.onceward.server.lane;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.Watch;
import dev.onceward.server.lane.HotKeys.Entry;
import dev.onceward.server.lane.HotKeys.Hot;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.RecordStore;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls that wait for a claim to end. No thread is parked: a waiter is an entry in a list, and
 * waking it means asking its question again, as if it had just arrived.
 *
 * <p>What wakes a key's waiters: a change by this server, a change by another one (one watch a key,
 * shared), the end of the lease, and a poll now and then, since a watch is only a hint. Between its
 * answer and its entry in the list a waiter may miss a change; so it brings along the count of
 * changes from before its question, and is asked again at once if the count has moved.
 *
 * <p>A crowd is woken in portions, lest it fill the lane's queue and shut everybody else out: those
 * whose question is older than the last change, the longest waiting first. Thread-safe.
 */
final class Waiters {
  /** How many of a key's waiters ask at once: about as many as one transaction answers. */
  static final int PORTION = 256;

  private static final Logger LOG = LoggerFactory.getLogger(Waiters.class);
  private static final long PORTION_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long POLL_NANOS = TimeUnit.SECONDS.toNanos(1);
  // A lease may be over for this clock and not for the one that decides: no asking without a pause.
  private static final long POLL_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(1);

  private final KeyValueStore store;
  private final RecordStore records;
  private final Clocks clocks;
  private final HotKeys hotKeys;

  /** A call that waits. */
  @FunctionalInterface
  interface Waiter {
    /**
     * Something may have changed, or the wait is over. Told once for each time that it was parked,
     * on any thread; must not block and does not throw.
     */
    void askAgain();
  }

  Waiters(KeyValueStore store, RecordStore records, Clocks clocks, int waitersMax) {
    this.store = store;
    this.records = records;
    this.clocks = clocks;
    this.hotKeys = new HotKeys(waitersMax);
  }

  /**
   * How often records have changed, as far as this key is concerned. Read before asking; see {@link
   * #park}.
   */
  long changeCount(RecordKey key) {
    return hotKeys.changeCount(key);
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
    Entry entry = new Entry(waiter, seen);
    ScheduledFuture<?> end = schedule(() -> end(key, entry), waitNanos);
    if (end == null) {
      return false;
    }
    entry.endBy(end);
    return switch (hotKeys.add(key, entry)) {
      case PARKED -> {
        pollIn(key, Math.max(POLL_NANOS_MIN, leaseEndNanos));
        watch(key);
        yield true;
      }
      case MISSED -> {
        end.cancel(false);
        waiter.askAgain();
        yield true;
      }
      case REFUSED -> {
        end.cancel(false);
        yield false;
      }
    };
  }

  private void end(RecordKey key, Entry entry) {
    if (hotKeys.end(key, entry)) {
      entry.waiter.askAgain();
    }
  }

  private void watch(RecordKey key) {
    Hot hot = hotKeys.claimWatch(key);
    if (hot == null) {
      return;
    }
    Watch watch;
    try {
      watch = store.watch(records.watchKey(key));
    } catch (RuntimeException e) {
      LOG.warn("no watch, polling instead", e);
      hotKeys.dropWatch(hot, null);
      return;
    }
    if (!hotKeys.keepWatch(hot, watch)) {
      watch.cancel();
      return;
    }
    // What happened before the watch was armed goes unseen, so the waiters ask once more then.
    Ending.of(watch.armed(), (armed, failure) -> watchTold(hot, watch, failure != null, failure));
    Ending.of(watch.fired(), (fired, failure) -> watchTold(hot, watch, true, failure));
  }

  private void watchTold(Hot hot, Watch watch, boolean ended, @Nullable Throwable failure) {
    if (ended) {
      hotKeys.dropWatch(hot, watch);
    }
    // A watch that fails says nothing of the record; the poll goes on, and makes the next watch.
    if (failure == null) {
      changed(hot.key);
    }
  }

  /** A record has changed, or may have: whoever waits for it asks again. */
  void changed(RecordKey key) {
    hotKeys.countChange(key);
    wake(key);
  }

  private void wake(RecordKey key) {
    List<Entry> woken = hotKeys.takeStale(key, PORTION);
    if (woken.size() == PORTION) {
      var unused = schedule(() -> wakeMore(key), PORTION_PAUSE_NANOS);
    }
    askAgain(woken);
  }

  private void wakeMore(RecordKey key) {
    hotKeys.rested(key);
    wake(key);
  }

  private static void askAgain(List<Entry> entries) {
    for (Entry entry : entries) {
      entry.cancelEnd();
      entry.waiter.askAgain();
    }
  }

  private void pollIn(RecordKey key, long mostNanos) {
    long now = clocks.nanoTime().getAsLong();
    long usually = POLL_NANOS + clocks.random().nextLong(POLL_NANOS);
    HotKeys.Poll poll = hotKeys.claimPoll(key, now + usually, now + mostNanos);
    if (poll != null) {
      var unused = schedule(() -> poll(key, poll), poll.atNanos() - now);
    }
  }

  private void poll(RecordKey key, HotKeys.Poll poll) {
    if (!hotKeys.isDue(key, poll)) {
      return;
    }
    Watch idle = hotKeys.forgetIfIdle(key);
    if (idle != null) {
      idle.cancel();
    }
    pollIn(key, 2 * POLL_NANOS);
    changed(key);
  }

  /** Null if the timer has been shut down, and with it the server. */
  private @Nullable ScheduledFuture<?> schedule(Runnable task, long nanos) {
    try {
      return clocks.timer().schedule(task, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      return null;
    }
  }

  /** From now on nobody waits; those who do ask for the last time. */
  void drain() {
    HotKeys.Rest rest = hotKeys.close();
    rest.watches().forEach(Watch::cancel);
    askAgain(rest.entries());
  }

  /** How many keys have waiters, or had some a moment ago. */
  int hotKeyCount() {
    return hotKeys.size();
  }

  /** How many calls wait. */
  int waiting() {
    return hotKeys.waiting();
  }
}
