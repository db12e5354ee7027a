package dev.onceward.crooked.kv.rocks;

import dev.onceward.crooked.kv.fdb.KnowsRecordToo;

/** An adapter that knows its sibling. */
public final class KnowsFdb {
  private KnowsFdb() {}

  static Object reach() {
    return KnowsRecordToo.class;
  }
}
