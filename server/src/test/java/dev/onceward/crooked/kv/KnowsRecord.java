package dev.onceward.crooked.kv;

import dev.onceward.crooked.record.KnowsStore;

/** A port that knows what is kept. */
public final class KnowsRecord {
  private KnowsRecord() {}

  static Object reach() {
    return KnowsStore.class;
  }
}
