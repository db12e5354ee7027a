package dev.onceward.crooked.kv.sim;

import dev.onceward.crooked.kv.fdb.KnowsRecordToo;

/** A simulation that knows the real one. */
public final class KnowsRealOne {
  private KnowsRealOne() {}

  static Object reach() {
    return KnowsRecordToo.class;
  }
}
