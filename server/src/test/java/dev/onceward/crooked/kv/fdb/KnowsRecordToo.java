package dev.onceward.crooked.kv.fdb;

import dev.onceward.crooked.record.KnowsStore;

/** An adapter that knows more than its port. */
public final class KnowsRecordToo {
  private KnowsRecordToo() {}

  static Object reach() {
    return KnowsStore.class;
  }
}
