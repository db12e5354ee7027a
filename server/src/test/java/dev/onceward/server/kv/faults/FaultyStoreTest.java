package dev.onceward.server.kv.faults;

import dev.onceward.server.kv.HandTimer;
import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.KeyValueStoreContract;
import dev.onceward.server.kv.sim.SimStore;

/** Without faults, a faulty store is a store. */
final class FaultyStoreTest extends KeyValueStoreContract {
  @Override
  protected KeyValueStore open() {
    return new FaultyStore(new SimStore(Runnable::run), new HandTimer(), FaultRates.NONE, 1);
  }
}
