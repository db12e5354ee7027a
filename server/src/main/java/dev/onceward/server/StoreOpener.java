package dev.onceward.server;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.StoreOpenException;
import dev.onceward.server.kv.fdb.FdbOptions;
import dev.onceward.server.kv.fdb.FdbStore;
import dev.onceward.server.kv.rocks.RocksOptions;
import dev.onceward.server.kv.rocks.RocksStore;

/** The way from a store's name in the settings to the store. */
final class StoreOpener {
  private StoreOpener() {}

  /**
   * Opens a store.
   *
   * @throws StoreOpenException if it cannot be used; the message says what to do
   */
  static KeyValueStore open(StoreSpec spec) {
    return switch (spec.engine()) {
      case ROCKS -> RocksStore.open(RocksOptions.at(spec.path()));
      // Libraries and TLS by the client's own environment variables, as with all of its programs.
      case FDB -> FdbStore.open(FdbOptions.at(spec.path()));
    };
  }
}
