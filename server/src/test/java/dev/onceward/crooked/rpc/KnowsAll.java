package dev.onceward.crooked.rpc;

import dev.onceward.crooked.Wiring;
import dev.onceward.crooked.kv.KnowsRecord;
import dev.onceward.crooked.store.proto.StoredThing;
import java.util.List;

/** A service that knows the port, the stored bytes and the wiring. */
public final class KnowsAll {
  private KnowsAll() {}

  static Object reach() {
    return List.of(KnowsRecord.class, StoredThing.class, Wiring.class);
  }
}
