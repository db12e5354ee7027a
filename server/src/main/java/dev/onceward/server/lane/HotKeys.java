package dev.onceward.server.lane;

import dev.onceward.server.kv.Watch;
import dev.onceward.server.record.RecordKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The book of who waits for which key, and of what is under way for each key. Thread-safe: one
 * monitor, under which nobody is called; {@link Waiters} does what follows.
 */
final class HotKeys {
  private static final int COUNTS =
      1024; // power of two; two keys on one count only cost a question

  private final int waitersMax;
  private final AtomicLongArray changeCounts = new AtomicLongArray(COUNTS);
  private final Map<RecordKey, Hot> hotKeys = new HashMap<>();
  private int waiting;
  private long pollsClaimed;
  private boolean closed;

  /** What becomes of a call that would like to wait. */
  enum Verdict {
    /** It waits. */
    PARKED,
    /** Something has changed since it asked, or its time is over. */
    MISSED,
    /** Too many wait, or nobody may any more. */
    REFUSED
  }

  /** One waiting call. */
  static final class Entry {
    final Waiters.Waiter waiter;
    private final long seen;
    private boolean over;
    private volatile @Nullable ScheduledFuture<?> end;

    /**
     * A call that is about to wait.
     *
     * @param seen the change count from before its question
     */
    Entry(Waiters.Waiter waiter, long seen) {
      this.waiter = waiter;
      this.seen = seen;
    }

    /** What ends its wait; to be cancelled by whoever wakes it otherwise. */
    void endBy(ScheduledFuture<?> task) {
      end = task;
    }

    void cancelEnd() {
      Objects.requireNonNull(end).cancel(false);
    }
  }

  /**
   * A key that somebody waits for, or did a moment ago: those who are woken mostly come back, so it
   * stays hot until a poll finds nobody.
   */
  static final class Hot {
    final RecordKey key;
    private final Set<Entry> entries = new LinkedHashSet<>();
    private boolean watched;
    private @Nullable Watch watch;
    private @Nullable Poll poll; // the one that counts; others come to nothing
    private boolean resting;

    Hot(RecordKey key) {
      this.key = key;
    }
  }

  /** A look at a key that is due at some time; its number tells it from others. */
  record Poll(long number, long atNanos) {}

  /** What is left when nobody may wait any more. */
  record Rest(List<Entry> entries, List<Watch> watches) {}

  HotKeys(int waitersMax) {
    this.waitersMax = waitersMax;
  }

  long changeCount(RecordKey key) {
    return changeCounts.get(slot(key));
  }

  void countChange(RecordKey key) {
    changeCounts.incrementAndGet(slot(key));
  }

  private static int slot(RecordKey key) {
    int hash = key.hashCode();
    return (hash ^ (hash >>> 16)) & (COUNTS - 1);
  }

  synchronized Verdict add(RecordKey key, Entry entry) {
    if (closed || waiting >= waitersMax) {
      return Verdict.REFUSED;
    }
    // Under the monitor: who counts a change from here on finds the entry when it comes to wake.
    if (entry.over || changeCount(key) != entry.seen) {
      return Verdict.MISSED;
    }
    hotKeys.computeIfAbsent(key, Hot::new).entries.add(entry);
    waiting++;
    return Verdict.PARKED;
  }

  /** Ends a wait. False if the call does not wait, or not yet. */
  synchronized boolean end(RecordKey key, Entry entry) {
    entry.over = true;
    Hot hot = hotKeys.get(key);
    boolean waited = hot != null && hot.entries.remove(entry);
    if (waited) {
      waiting--;
    }
    return waited;
  }

  /**
   * Takes up to {@code max} waiters whose questions are older than the last change, in order. After
   * a full portion the key rests, however often it changes, until {@link #rested}.
   */
  synchronized List<Entry> takeStale(RecordKey key, int max) {
    Hot hot = hotKeys.get(key);
    if (hot == null || hot.resting) {
      return List.of();
    }
    long count = changeCount(key);
    List<Entry> taken = new ArrayList<>();
    for (Iterator<Entry> all = hot.entries.iterator(); all.hasNext() && taken.size() < max; ) {
      Entry entry = all.next();
      if (entry.seen != count) {
        all.remove();
        taken.add(entry);
      }
    }
    waiting -= taken.size();
    hot.resting = taken.size() == max;
    return taken;
  }

  /** Ends the rest after a portion. */
  synchronized void rested(RecordKey key) {
    Hot hot = hotKeys.get(key);
    if (hot != null) {
      hot.resting = false;
    }
  }

  /** The hot key if its watch is for the caller to make; null if it has one. */
  synchronized @Nullable Hot claimWatch(RecordKey key) {
    Hot hot = hotKeys.get(key);
    if (hot == null || hot.watched) {
      return null;
    }
    hot.watched = true;
    return hot;
  }

  /** Notes the watch that was made. False if nobody wants it any more. */
  synchronized boolean keepWatch(Hot hot, Watch watch) {
    hot.watch = watch;
    return hotKeys.get(hot.key) == hot;
  }

  /** Notes that a watch has ended, or could not be made if null: the next waiter makes another. */
  synchronized void dropWatch(Hot hot, @Nullable Watch watch) {
    if (hot.watch == watch) {
      hot.watched = false;
      hot.watch = null;
    }
  }

  /**
   * Asks for a poll: at {@code usualAtNanos} if there is none yet, at {@code latestAtNanos} in any
   * case.
   *
   * @return the poll that the caller must make; null if there is one that early
   */
  synchronized @Nullable Poll claimPoll(RecordKey key, long usualAtNanos, long latestAtNanos) {
    Hot hot = hotKeys.get(key);
    if (hot == null || (hot.poll != null && hot.poll.atNanos - latestAtNanos <= 0)) {
      return null;
    }
    long atNanos = usualAtNanos - latestAtNanos < 0 ? usualAtNanos : latestAtNanos;
    hot.poll = new Poll(++pollsClaimed, atNanos);
    return hot.poll;
  }

  /** Whether this poll is the one that counts; then it is done with. */
  synchronized boolean isDue(RecordKey key, Poll poll) {
    Hot hot = hotKeys.get(key);
    if (hot == null || !poll.equals(hot.poll)) {
      return false;
    }
    hot.poll = null;
    return true;
  }

  /** Forgets the key if nobody waits for it. Returns its watch, if it is forgotten and has one. */
  synchronized @Nullable Watch forgetIfIdle(RecordKey key) {
    Hot hot = hotKeys.get(key);
    if (hot == null || !hot.entries.isEmpty()) {
      return null;
    }
    hotKeys.remove(key);
    return hot.watch;
  }

  /** From now on nobody waits. */
  synchronized Rest close() {
    closed = true;
    Rest rest =
        new Rest(
            hotKeys.values().stream().flatMap(hot -> hot.entries.stream()).toList(),
            hotKeys.values().stream().flatMap(hot -> Stream.ofNullable(hot.watch)).toList());
    hotKeys.clear();
    waiting = 0;
    return rest;
  }

  /** How many keys are hot. */
  synchronized int size() {
    return hotKeys.size();
  }

  /** How many calls wait. */
  synchronized int waiting() {
    return waiting;
  }
}
