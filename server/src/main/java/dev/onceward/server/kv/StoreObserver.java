package dev.onceward.server.kv;

import java.time.Duration;

/**
 * Told by {@link TransactionRunner} what became of each attempt, for metrics. Implementations are
 * thread-safe and fast.
 */
public interface StoreObserver {
  /** Hears nothing. */
  StoreObserver NONE =
      new StoreObserver() {
        @Override
        public void committed(Duration took) {}

        @Override
        public void failed(StoreException.Kind kind) {}
      };

  /** An attempt ended well, this long after it was begun. */
  void committed(Duration took);

  /** An attempt failed in the store. */
  void failed(StoreException.Kind kind);
}
