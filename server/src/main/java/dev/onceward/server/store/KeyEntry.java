package dev.onceward.server.store;

import dev.onceward.server.record.Evidence;
import dev.onceward.server.record.RecordKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One key on its way through a transaction: its rows as they were read, and what it has become. */
final class KeyEntry {
  private static final Logger LOG = LoggerFactory.getLogger(KeyEntry.class);

  final RecordKey key;
  final int bucket;
  @Nullable StoredRow before;
  @Nullable FiledRow filedBefore;
  Evidence now = Evidence.NONE;
  boolean corrupt;
  boolean changed;

  KeyEntry(RecordKey key, int bucket) {
    this.key = key;
    this.bucket = bucket;
  }

  /** Takes in the record row as it was read. */
  void load(byte @Nullable [] value) {
    if (value == null) {
      return;
    }
    try {
      before = RecordCodec.decode(key, value);
      now = new Evidence(before.record(), now.filed());
    } catch (CorruptRecordException e) {
      corrupt("record", value, e);
    }
  }

  /** Takes in the archive row as it was read. */
  void loadFiled(byte @Nullable [] value) {
    if (value == null) {
      return;
    }
    try {
      filedBefore = ArchivedCodec.decode(value);
      now = new Evidence(now.online(), filedBefore.archived());
    } catch (CorruptRecordException e) {
      corrupt("archived", value, e);
    }
  }

  private void corrupt(String row, byte[] value, CorruptRecordException e) {
    corrupt = true;
    LOG.error(
        "row corrupt: kind={} bucket={} bytes={} why={}",
        row,
        bucket,
        value.length,
        e.getMessage());
  }

  /** What becomes of the key. */
  void become(Evidence after) {
    now = after;
    changed = true;
  }
}
