package dev.onceward.server.store;

import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Archived;
import dev.onceward.server.record.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one archived key: the part of {@link DerivedRows} that is about the archive. Not
 * thread-safe.
 */
final class ArchiveRows {
  private final Transaction transaction;
  private final Layout layout;
  private final CounterDeltas counters;
  private final int bucket;
  private final ArchiveKey key;

  /** Where the rows are. */
  record Place(int bucket, ArchiveKey key) {}

  ArchiveRows(Transaction transaction, Layout layout, CounterDeltas counters, Place place) {
    this.transaction = transaction;
    this.layout = layout;
    this.counters = counters;
    this.bucket = place.bucket;
    this.key = place.key;
  }

  /** Writes what has changed, guarding the archive row; nothing if nothing has. */
  void write(@Nullable FiledRow before, @Nullable Archived after, Policy policy) {
    if (after == null ? before == null : before != null && after.equals(before.archived())) {
      return;
    }
    write(before, after == null ? null : new FiledRow(after, dueDay(before, after, policy)));
  }

  /** A day that is only put off leaves the row behind, as {@link DueTimes} explains. */
  private static long dueDay(@Nullable FiledRow before, Archived after, Policy policy) {
    long day = DueTimes.dayOf(after, policy);
    return before != null && before.archived().version() == after.version()
        ? Math.min(before.dueDay(), day)
        : day;
  }

  /** Moves the due row. */
  void postpone(FiledRow before, long dueDay) {
    write(before, new FiledRow(before.archived(), dueDay));
  }

  private void write(@Nullable FiledRow before, @Nullable FiledRow after) {
    byte[] rowKey = layout.archived(bucket, key);
    transaction.guard(rowKey);
    if (after == null) {
      transaction.clear(rowKey);
    } else {
      transaction.set(rowKey, ArchivedCodec.encode(after));
    }
    writeDue(before, after);
    writeReferences(referencesOf(before), referencesOf(after));
    counters.add(
        bucket, key.tenant(), Codes.ARCHIVED, (after == null ? 0 : 1) - (before == null ? 0 : 1));
  }

  private void writeDue(@Nullable FiledRow before, @Nullable FiledRow after) {
    if (before != null && after != null && before.dueDay() == after.dueDay()) {
      return;
    }
    if (before != null) {
      transaction.clear(layout.archivedDue(bucket, before.dueDay(), key));
    }
    if (after != null) {
      transaction.set(layout.archivedDue(bucket, after.dueDay(), key), DerivedRows.NOTHING);
    }
  }

  private static List<String> referencesOf(@Nullable FiledRow row) {
    return row == null ? List.of() : row.archived().references();
  }

  private void writeReferences(List<String> before, List<String> after) {
    for (String reference : before) {
      if (!after.contains(reference)) {
        transaction.clear(layout.archivedReference(bucket, key, reference));
      }
    }
    for (String reference : after) {
      if (!before.contains(reference)) {
        transaction.set(layout.archivedReference(bucket, key, reference), DerivedRows.NOTHING);
      }
    }
  }
}
