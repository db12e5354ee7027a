package dev.onceward.server.lane;

import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A transaction whose guarded keys somebody hears of before they are guarded. */
final class TransactionTap implements Transaction {
  private final Transaction inner;
  private final Consumer<byte[]> guards;

  TransactionTap(Transaction inner, Consumer<byte[]> guards) {
    this.inner = inner;
    this.guards = guards;
  }

  @Override
  public CompletableFuture<byte @Nullable []> read(byte[] key) {
    return inner.read(key);
  }

  @Override
  public CompletableFuture<List<Row>> scan(byte[] begin, byte[] end, int limit) {
    return inner.scan(begin, end, limit);
  }

  @Override
  public void guard(byte[] key) {
    guards.accept(key);
    inner.guard(key);
  }

  @Override
  public void set(byte[] key, byte[] value) {
    inner.set(key, value);
  }

  @Override
  public void clear(byte[] key) {
    inner.clear(key);
  }

  @Override
  public void add(byte[] key, long delta) {
    inner.add(key, delta);
  }

  @Override
  public void fence(byte[] key) {
    inner.fence(key);
  }
}
