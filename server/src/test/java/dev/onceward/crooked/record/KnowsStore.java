package dev.onceward.crooked.record;

import dev.onceward.crooked.store.SpeaksGrpc;

/** A decision that knows the store. */
public final class KnowsStore {
  private KnowsStore() {}

  static Object reach() {
    return SpeaksGrpc.OK;
  }
}
