package dev.onceward.server.kv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The watches of a store that lives in this process: an adapter tells it which keys a commit wrote.
 * Costs next to nothing while nobody watches. Thread-safe.
 */
public final class WatchTable {
  private final ConcurrentSkipListMap<byte[], List<Entry>> entries =
      new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
  private final AtomicInteger open = new AtomicInteger();
  private final int max;
  private volatile boolean closed;

  /** Empty, for at most {@code max} watches at a time. */
  public WatchTable(int max) {
    this.max = max;
  }

  /** Watches {@code key}: armed at once, or failed with UNAVAILABLE. */
  public Watch watch(byte[] key) {
    Footprint.key(key);
    Entry entry = new Entry(key);
    if (open.incrementAndGet() > max) {
      entry.cancel();
      return refused("too many watches: " + max);
    }
    entries.compute(key, (k, present) -> with(present, entry));
    if (closed) {
      entry.cancel();
      return refused("the store is closed");
    }
    return entry;
  }

  /**
   * Fires the watches of {@code keys}. Call after their commit, on a thread that may be borrowed.
   */
  public void fire(Iterable<byte[]> keys) {
    if (entries.isEmpty()) {
      return;
    }
    for (byte[] key : keys) {
      List<Entry> watching = entries.remove(key);
      if (watching != null) {
        watching.forEach(Entry::fire);
      }
    }
  }

  /** Fires every watch, so that whoever waits looks and learns that the store is closed. */
  public void close() {
    closed = true;
    fire(List.copyOf(entries.keySet()));
  }

  private static Watch refused(String message) {
    return Watch.failed(StoreException.of(StoreException.Kind.UNAVAILABLE, message, null));
  }

  // Lists are never changed, as a skip list's compute may call its function more than once.
  private static List<Entry> with(@Nullable List<Entry> present, Entry entry) {
    if (present == null) {
      return List.of(entry);
    }
    List<Entry> more = new ArrayList<>(present);
    more.add(entry);
    return more;
  }

  private final class Entry implements Watch {
    private final byte[] key;
    private final CompletableFuture<Void> fired = new CompletableFuture<>();
    private final AtomicBoolean held = new AtomicBoolean(true);

    Entry(byte[] key) {
      this.key = key;
    }

    @Override
    public CompletableFuture<Void> armed() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> fired() {
      return fired;
    }

    @Override
    public void cancel() {
      entries.computeIfPresent(key, (k, present) -> without(present));
      release();
    }

    void fire() {
      // Only who releases it fires it: a cancelled watch stays silent.
      if (release()) {
        fired.complete(null);
      }
    }

    private boolean release() {
      boolean mine = held.getAndSet(false);
      if (mine) {
        open.decrementAndGet();
      }
      return mine;
    }

    private @Nullable List<Entry> without(List<Entry> present) {
      List<Entry> fewer = new ArrayList<>(present);
      fewer.remove(this);
      return fewer.isEmpty() ? null : fewer;
    }
  }
}
