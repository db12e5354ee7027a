package dev.onceward.server.kv;

import java.util.concurrent.CompletableFuture;

/**
 * What one attempt does with its transaction. Free of side effects: its writes may or may not come
 * to pass.
 */
@FunctionalInterface
public interface TransactionBody<T> {
  /**
   * Reads and writes; the commit follows when the returned future completes normally. Must not
   * block.
   */
  CompletableFuture<T> apply(Transaction transaction);
}
