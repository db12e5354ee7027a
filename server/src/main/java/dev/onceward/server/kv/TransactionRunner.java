package dev.onceward.server.kv;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** The one retry loop over a {@link KeyValueStore}. Thread-safe. */
public final class TransactionRunner {

  public TransactionRunner(
      KeyValueStore store,
      ScheduledExecutorService timer,
      LongSupplier nanoTime,
      RandomGenerator random,
      StoreObserver observer) {
    throw new IllegalStateException();
  }

  public <T> CompletableFuture<T> run(Attempts<T> attempts, RunLimits limits) {
    throw new IllegalStateException();
  }
}
