package dev.onceward.server.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** The rows that a record or an archived key wants beside its own. */
final class WantedRows {
  private WantedRows() {}

  /**
   * A row that must be there.
   *
   * @param kind in words
   * @param isEmpty whether its key says all
   */
  record Wanted(String kind, Bytes key, boolean isEmpty) {}

  static List<Wanted> of(Layout layout, int bucket, StoredRow row) {
    Record record = row.record();
    RecordKey key = record.key();
    List<Wanted> wanted = new ArrayList<>();
    DueClass dueClass = DueClass.of(record.state());
    long due = row.indexedDue().toEpochMilli();
    wanted.add(empty("due row", layout.due(bucket, dueClass, due, key)));
    for (String reference : new LinkedHashSet<>(record.references())) {
      wanted.add(empty("reference", layout.reference(bucket, key, reference)));
    }
    for (int n = 0; n < row.chunkCount(); n++) {
      wanted.add(new Wanted("payload chunk", Bytes.wrap(layout.chunk(bucket, key, n)), false));
    }
    return wanted;
  }

  static List<Wanted> of(Layout layout, int bucket, ArchiveKey key, FiledRow row) {
    List<Wanted> wanted = new ArrayList<>();
    wanted.add(empty("due row", layout.archivedDue(bucket, row.dueDay(), key)));
    for (String reference : new LinkedHashSet<>(row.archived().references())) {
      wanted.add(empty("reference", layout.archivedReference(bucket, key, reference)));
    }
    return wanted;
  }

  /** What the row with that key and value wants, be it a record's or an archived key's. */
  static List<Wanted> of(Layout layout, int bucket, byte[] rowKey, byte[] value)
      throws CorruptRecordException {
    Tuple key = Layout.rest(rowKey);
    if (key.get(1) instanceof String name) {
      RecordKey recordKey = new RecordKey(key.getString(0), name);
      return of(layout, bucket, RecordCodec.decode(recordKey, value));
    }
    ArchiveKey archiveKey = new ArchiveKey(key.getString(0), Bytes.wrap(key.getBytes(1)));
    return of(layout, bucket, archiveKey, ArchivedCodec.decode(value));
  }

  private static Wanted empty(String kind, byte[] key) {
    return new Wanted(kind, Bytes.wrap(key), true);
  }
}
