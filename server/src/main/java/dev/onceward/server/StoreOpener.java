package dev.onceward.server;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.StoreOpenException;
import dev.onceward.server.kv.fdb.FdbOptions;
import dev.onceward.server.kv.fdb.FdbStore;
import dev.onceward.server.kv.rocks.RocksOptions;
import dev.onceward.server.kv.rocks.RocksStore;

/** The way from a store's name in the settings to the store. */
final class StoreOpener {
  /** Threads beside those of the lanes, for the reading of payloads and for probes. */
  private static final int THREADS_FOR_READERS = 4;

  private StoreOpener() {}

  /**
   * Opens a store.
   *
   * @param lanes how many transactions will be in flight; more threads than that only cost caches
   * @throws StoreOpenException if it cannot be used; the message says what to do
   */
  static KeyValueStore open(StoreSpec spec, int lanes) {
    return switch (spec.engine()) {
      case ROCKS -> RocksStore.open(new RocksOptions(spec.path(), lanes + THREADS_FOR_READERS));
      // Libraries and TLS by the client's own environment variables, as with all of its programs.
      case FDB -> FdbStore.open(FdbOptions.at(spec.path()));
    };
  }
}
