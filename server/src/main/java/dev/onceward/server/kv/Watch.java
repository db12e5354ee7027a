package dev.onceward.server.kv;

import java.util.concurrent.CompletableFuture;

/** A running observation of one key. Thread-safe. */
public interface Watch {
  /**
   * Completes when changes begin to be noticed; fails with {@link StoreException} if that cannot be
   * arranged.
   */
  CompletableFuture<Void> armed();

  /** Completes, at most once, when the key may have changed. */
  CompletableFuture<Void> fired();

  /**
   * Ends the observation and frees what it holds; {@link #fired} then never completes or fails.
   * Safe to repeat.
   */
  void cancel();

  /** A watch that could not be arranged. */
  static Watch failed(StoreException why) {
    return new Watch() {
      @Override
      public CompletableFuture<Void> armed() {
        return CompletableFuture.failedFuture(why);
      }

      @Override
      public CompletableFuture<Void> fired() {
        return new CompletableFuture<>();
      }

      @Override
      public void cancel() {}
    };
  }
}
