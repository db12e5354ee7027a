package dev.onceward.server.kv;

import java.util.concurrent.CompletableFuture;

/**
 * A store's view for work of low priority: attempts are made in another way, all else is the
 * store's. Thread-safe.
 */
public final class BackgroundView implements KeyValueStore {
  private final KeyValueStore store;
  private final Way way;

  /** How the view makes an attempt. */
  @FunctionalInterface
  public interface Way {
    /** As {@link KeyValueStore#attempt}, but yielding to others. */
    <T> CompletableFuture<T> attempt(TransactionBody<T> body);
  }

  /** A view of {@code store} that makes its attempts this {@code way}. */
  public BackgroundView(KeyValueStore store, Way way) {
    this.store = store;
    this.way = way;
  }

  @Override
  public <T> CompletableFuture<T> attempt(TransactionBody<T> body) {
    return way.attempt(body);
  }

  @Override
  public Watch watch(byte[] key) {
    return store.watch(key);
  }

  @Override
  public CompletableFuture<Void> scrub(byte[] begin, byte[] end) {
    return store.scrub(begin, end);
  }

  /** Does nothing: the store is closed by whoever opened it. */
  @Override
  public void close() {}
}
