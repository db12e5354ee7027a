package dev.onceward.server.kv.sim;

import dev.onceward.server.kv.Footprint;
import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An attempt on a {@link SimStore}. Each read is a step of its executor. Not thread-safe. */
final class SimTransaction implements Transaction {
  private final VersionedMap map;
  private final Executor executor;
  private final long snapshot;
  private final Footprint footprint = new Footprint();
  private final List<byte[]> guards = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private boolean over;

  SimTransaction(VersionedMap map, Executor executor) {
    this.map = map;
    this.executor = executor;
    this.snapshot = map.snapshot();
  }

  @Override
  public CompletableFuture<byte @Nullable []> read(byte[] key) {
    Footprint.key(key);
    return later(() -> map.read(key, snapshot));
  }

  @Override
  public CompletableFuture<List<Row>> scan(byte[] begin, byte[] end, int limit) {
    Footprint.scan(begin, end, limit);
    return later(() -> map.scan(begin, end, limit, snapshot));
  }

  @Override
  public void guard(byte[] key) {
    alive();
    footprint.guard(key);
    guards.add(key);
  }

  @Override
  public void set(byte[] key, byte[] value) {
    alive();
    footprint.set(key, value);
    changes.add(Change.set(key, value));
  }

  @Override
  public void clear(byte[] key) {
    alive();
    footprint.clear(key);
    changes.add(Change.clear(key));
  }

  @Override
  public void add(byte[] key, long delta) {
    alive();
    footprint.add(key);
    changes.add(Change.add(key, delta));
  }

  @Override
  public void fence(byte[] key) {
    guard(key);
    changes.add(Change.touch(key));
  }

  /** Commits. False for a conflict. */
  boolean commit() {
    return changes.isEmpty() || map.commit(snapshot, guards, changes);
  }

  List<byte[]> written() {
    return changes.stream().map(Change::key).toList();
  }

  /** Ends the transaction, committed or not. */
  void end() {
    over = true;
    map.release(snapshot);
  }

  private <T> CompletableFuture<T> later(Supplier<T> read) {
    alive();
    return CompletableFuture.supplyAsync(read, executor);
  }

  private void alive() {
    if (over) {
      throw new IllegalStateException("used after its attempt has ended");
    }
  }
}
