package dev.onceward.server.store;

import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.Terms;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of records, of archived keys, and of everything that follows from them: due rows,
 * references, chunks, counters, floors.
 *
 * <p>It writes the difference between a key's evidence before and after. No other code writes such
 * a row, so none can drift from its record, and an audit can recompute them all.
 */
final class DerivedRows {
  static final byte[] NOTHING = new byte[0];

  private final Transaction transaction;
  private final Layout layout;
  private final long transactionId;
  private final CounterDeltas counters = new CounterDeltas();
  private final Floors floors = new Floors();
  private final Set<Bytes> guarded = new HashSet<>();

  DerivedRows(Transaction transaction, Layout layout, long transactionId) {
    this.transaction = transaction;
    this.layout = layout;
    this.transactionId = transactionId;
  }

  /**
   * Writes a key's change, guarding its rows and what is laid down for its tenant: should anyone
   * else have changed them, nothing is committed.
   */
  void write(KeyEntry entry, Terms terms) {
    guardTenancy(entry.bucket, entry.key.tenant());
    StoredRow before = entry.before;
    Record after = entry.now.online();
    if (after != null) {
      writeRecord(entry.bucket, before, after, DueTimes.of(before, after, terms.policy()));
    } else if (before != null) {
      removeRecord(entry.bucket, before.record(), before);
    }
    if (entry.filedBefore != null || entry.now.filed() != null) {
      archive(entry.bucket, ArchiveKey.of(entry.key))
          .write(entry.filedBefore, entry.now.filed(), terms.policy());
    }
    if (after == null && entry.now.filed() == null) {
      floors.raise(entry.bucket, versionBefore(entry), terms.floor());
    }
  }

  private static long versionBefore(KeyEntry entry) {
    long record = entry.before == null ? 0 : entry.before.record().claim().version();
    return entry.filedBefore == null
        ? record
        : Math.max(record, entry.filedBefore.archived().version());
  }

  /** Lets a record stand as it is, but be looked at again only then. */
  void postpone(KeyEntry entry, Instant due) {
    guardTenancy(entry.bucket, entry.key.tenant());
    StoredRow before = Objects.requireNonNull(entry.before);
    writeRecord(entry.bucket, before, before.record(), due);
  }

  /** Ends an archived key, which need not be known. */
  void forget(int bucket, ArchiveKey key, FiledRow before, Terms terms) {
    guardTenancy(bucket, key.tenant());
    archive(bucket, key).write(before, null, terms.policy());
    floors.raise(bucket, before.archived().version(), terms.floor());
  }

  /** Lets an archived key stand as it is, but be looked at again only on that day. */
  void postpone(int bucket, ArchiveKey key, FiledRow before, long dueDay) {
    guardTenancy(bucket, key.tenant());
    archive(bucket, key).postpone(before, dueDay);
  }

  private ArchiveRows archive(int bucket, ArchiveKey key) {
    return new ArchiveRows(transaction, layout, counters, new ArchiveRows.Place(bucket, key));
  }

  /** Writes what has been added up. Once, after the last change. */
  void finish() {
    counters.writeTo(transaction, layout);
    floors.writeTo(transaction, layout);
  }

  private void guardTenancy(int bucket, String tenant) {
    byte[] key = layout.tenancy(bucket, tenant);
    if (guarded.add(Bytes.wrap(key))) {
      transaction.guard(key);
    }
  }

  private void writeRecord(int bucket, @Nullable StoredRow before, Record after, Instant due) {
    byte[] rowKey = layout.record(bucket, after.key());
    transaction.guard(rowKey);
    int chunks = writeChunks(bucket, before, after);
    transaction.set(rowKey, RecordCodec.encode(new StoredRow(after, transactionId, due, chunks)));
    writeDue(bucket, before, after, due);
    writeReferences(bucket, before, after);
    countRecord(bucket, before, after);
  }

  private void removeRecord(int bucket, Record record, StoredRow before) {
    byte[] rowKey = layout.record(bucket, record.key());
    transaction.guard(rowKey);
    transaction.clear(rowKey);
    for (int n = 0; n < before.chunkCount(); n++) {
      transaction.clear(layout.chunk(bucket, record.key(), n));
    }
    transaction.clear(dueKey(bucket, before));
    for (String reference : record.references()) {
      transaction.clear(layout.reference(bucket, record.key(), reference));
    }
    counters.add(bucket, record.key().tenant(), Codes.STATE.code(record.state()), -1);
  }

  private byte[] dueKey(int bucket, StoredRow row) {
    DueClass dueClass = DueClass.of(row.record().state());
    return layout.due(bucket, dueClass, row.indexedDue().toEpochMilli(), row.record().key());
  }

  private int writeChunks(int bucket, @Nullable StoredRow before, Record after) {
    int chunksBefore = before == null ? 0 : before.chunkCount();
    Payload payload = after.payload();
    if (payload != null && payload.isElsewhere()) {
      return chunksBefore; // unchanged: no decision makes up a payload that it has not got
    }
    Bytes bytes = payload == null ? null : payload.bytes();
    int chunks = 0;
    if (bytes != null && bytes.size() > RecordCodec.INLINE_BYTES_MAX) {
      byte[] all = bytes.array();
      for (int from = 0; from < all.length; from += RecordCodec.CHUNK_BYTES_MAX) {
        int to = Math.min(all.length, from + RecordCodec.CHUNK_BYTES_MAX);
        byte[] chunk = Arrays.copyOfRange(all, from, to);
        transaction.set(layout.chunk(bucket, after.key(), chunks), chunk);
        chunks++;
      }
    }
    for (int n = chunks; n < chunksBefore; n++) {
      transaction.clear(layout.chunk(bucket, after.key(), n));
    }
    return chunks;
  }

  private void writeDue(int bucket, @Nullable StoredRow before, Record after, Instant due) {
    DueClass dueClass = DueClass.of(after.state());
    if (before != null) {
      if (DueClass.of(before.record().state()) == dueClass && before.indexedDue().equals(due)) {
        return;
      }
      transaction.clear(dueKey(bucket, before));
    }
    transaction.set(layout.due(bucket, dueClass, due.toEpochMilli(), after.key()), NOTHING);
  }

  private void writeReferences(int bucket, @Nullable StoredRow before, Record after) {
    List<String> present = before == null ? List.of() : before.record().references();
    for (String reference : after.references()) {
      if (!present.contains(reference)) {
        transaction.set(layout.reference(bucket, after.key(), reference), NOTHING);
      }
    }
    for (String reference : present) {
      if (!after.references().contains(reference)) {
        transaction.clear(layout.reference(bucket, after.key(), reference));
      }
    }
  }

  private void countRecord(int bucket, @Nullable StoredRow before, Record after) {
    String tenant = after.key().tenant();
    if (before != null) {
      if (before.record().state() == after.state()) {
        return;
      }
      counters.add(bucket, tenant, Codes.STATE.code(before.record().state()), -1);
    }
    counters.add(bucket, tenant, Codes.STATE.code(after.state()), 1);
  }
}
