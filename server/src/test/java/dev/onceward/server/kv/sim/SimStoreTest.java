package dev.onceward.server.kv.sim;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.KeyValueStoreContract;

final class SimStoreTest extends KeyValueStoreContract {
  @Override
  protected KeyValueStore open() {
    return new SimStore(Runnable::run);
  }
}
