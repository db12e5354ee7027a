package dev.onceward.server.store;

import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Policy;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.State;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of records and of everything that follows from them: due row, references, chunks,
 * counters.
 *
 * <p>It writes the difference between a record before and after. No other code writes such a row,
 * so none can drift from its record, and an audit can recompute them all.
 */
final class DerivedRows {
  private static final byte[] NOTHING = new byte[0];

  private final Transaction transaction;
  private final Layout layout;
  private final CounterDeltas counters = new CounterDeltas();

  DerivedRows(Transaction transaction, Layout layout) {
    this.transaction = transaction;
    this.layout = layout;
  }

  /**
   * Writes a record's change, guarding its row: should anyone else have changed the record, nothing
   * is committed.
   *
   * @param before the row as it was read, null if there was none
   * @param after the record to store
   * @param policy of its tenant, which says how long the record may be left alone
   */
  void write(
      int bucket, @Nullable StoredRow before, Record after, Policy policy, long transactionId) {
    byte[] rowKey = layout.record(bucket, after.key());
    transaction.guard(rowKey);
    Instant due = dueOf(before, after, policy);
    int chunks = writeChunks(bucket, before, after);
    transaction.set(rowKey, RecordCodec.encode(new StoredRow(after, transactionId, due, chunks)));
    writeDue(bucket, before, after, due);
    writeReferences(bucket, before, after);
    count(bucket, before, after);
  }

  /** Writes what has been added up. Once, after the last change. */
  void finish() {
    counters.writeTo(transaction, layout);
  }

  private static Instant dueOf(@Nullable StoredRow before, Record after, Policy policy) {
    return switch (after.state()) {
      // A renewal leaves the row behind: early is harmless, and it saves two writes of three.
      case PROCESSING ->
          before != null && isSameClaim(before.record(), after)
              ? before.indexedDue()
              : Objects.requireNonNull(after.leaseExpiresAt());
      case SUCCEEDED, FAILED_FINAL -> Objects.requireNonNull(after.kept()).until();
      case FAILED_RETRYABLE -> after.stateSince().plus(policy.replayWindow());
      case IN_DOUBT -> after.stateSince();
    };
  }

  private static boolean isSameClaim(Record before, Record after) {
    return before.state() == State.PROCESSING
        && before.claim().version() == after.claim().version();
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
      DueClass classBefore = DueClass.of(before.record().state());
      if (classBefore == dueClass && before.indexedDue().equals(due)) {
        return;
      }
      long dueBefore = before.indexedDue().toEpochMilli();
      transaction.clear(layout.due(bucket, classBefore, dueBefore, after.key()));
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
  }

  private void count(int bucket, @Nullable StoredRow before, Record after) {
    String tenant = after.key().tenant();
    if (before != null) {
      if (before.record().state() == after.state()) {
        return;
      }
      counters.add(bucket, tenant, before.record().state(), -1);
    }
    counters.add(bucket, tenant, after.state(), 1);
  }
}
