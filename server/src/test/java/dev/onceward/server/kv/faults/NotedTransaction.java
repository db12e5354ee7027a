package dev.onceward.server.kv.faults;

import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that remembers what it guarded and wrote, and cuts scans short where told to. Not
 * thread-safe.
 */
final class NotedTransaction implements Transaction {
  private final Transaction inner;
  private final BooleanSupplier shortScan;
  private final TreeSet<byte[]> guarded = new TreeSet<>(Arrays::compareUnsigned);
  private byte @Nullable [] firstWritten;
  private byte @Nullable [] guardedAndWritten;

  NotedTransaction(Transaction inner, BooleanSupplier shortScan) {
    this.inner = inner;
    this.shortScan = shortScan;
  }

  /** Whether there is anything to commit. */
  boolean writes() {
    return firstWritten != null;
  }

  /**
   * A key that this attempt both guards and writes, so that a fence on it decides which of the two
   * lands. Where there is none, the first key written is guarded now.
   */
  byte[] fenceKey() {
    if (guardedAndWritten != null) {
      return guardedAndWritten;
    }
    if (firstWritten == null) {
      throw new IllegalStateException("nothing is written");
    }
    inner.guard(firstWritten);
    return firstWritten;
  }

  @Override
  public CompletableFuture<byte @Nullable []> read(byte[] key) {
    return inner.read(key);
  }

  @Override
  public CompletableFuture<List<Row>> scan(byte[] begin, byte[] end, int limit) {
    return inner.scan(begin, end, limit > 1 && shortScan.getAsBoolean() ? 1 : limit);
  }

  @Override
  public void guard(byte[] key) {
    inner.guard(key);
    guarded.add(key);
  }

  @Override
  public void set(byte[] key, byte[] value) {
    inner.set(key, value);
    written(key);
  }

  @Override
  public void clear(byte[] key) {
    inner.clear(key);
    written(key);
  }

  @Override
  public void add(byte[] key, long delta) {
    inner.add(key, delta);
    written(key);
  }

  @Override
  public void fence(byte[] key) {
    inner.fence(key);
    guarded.add(key);
    written(key);
  }

  private void written(byte[] key) {
    if (firstWritten == null) {
      firstWritten = key;
    }
    if (guardedAndWritten == null && guarded.contains(key)) {
      guardedAndWritten = key;
    }
  }
}
