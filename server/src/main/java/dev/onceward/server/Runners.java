package dev.onceward.server;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.StoreObserver;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.lane.Clocks;

/**
 * What runs an engine's transactions.
 *
 * @param calls those that somebody waits for
 * @param background those that yield to all others
 */
record Runners(TransactionRunner calls, TransactionRunner background) {
  static Runners on(KeyValueStore store, Clocks clocks, StoreObserver observer) {
    // What yields to the calls does not stand among them in their metrics.
    return new Runners(
        runner(store, clocks, observer), runner(store.background(), clocks, StoreObserver.NONE));
  }

  private static TransactionRunner runner(
      KeyValueStore store, Clocks clocks, StoreObserver observer) {
    return new TransactionRunner(
        store, clocks.timer(), clocks.nanoTime(), clocks.random(), observer);
  }
}
