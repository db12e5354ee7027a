package dev.onceward.server.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.Circumstances.TenantBucket;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The body of a transaction that stores what time has done to some records. Thread-safe; keeps
 * nothing between calls that could be out of date.
 *
 * <p>It finds its candidates by their due rows, and decides by the records themselves: one that was
 * renewed, held or finished since its row was written is judged by what it is now, and guarded, so
 * that one which changes meanwhile makes the whole step void. It stores only what {@link
 * dev.onceward.server.record.Aging} would show to anybody, so whether it runs, how often and on how
 * many servers at once can be told by nobody.
 */
public final class Upkeep {
  private final Layout layout;
  private final Judge judge;
  private final TenancyRows tenancies = new TenancyRows();

  /** Upkeep of a store's records. */
  public Upkeep(Layout layout, Judge judge) {
    this.layout = layout;
    this.judge = judge;
  }

  /** Who decides. */
  public Judge judge() {
    return judge;
  }

  /** How many buckets there are to look after. */
  public int bucketCount() {
    return layout.bucketCount();
  }

  /**
   * Looks at the next due rows and writes what has become of their records. Safe to repeat: a step
   * that was committed without being known to finds nothing more to do.
   */
  public CompletableFuture<UpkeepStep> step(Transaction transaction, UpkeepAttempt attempt) {
    UpkeepAttempt.Place place = attempt.place();
    Layout.Range due = layout.dueUpTo(place.bucket(), place.chore().dueClass(), horizon(attempt));
    if (place.after() != null && due.isPast(place.after())) {
      return CompletableFuture.completedFuture(UpkeepStep.NOTHING); // the clock has stepped back
    }
    Layout.Range rest = due.after(place.after());
    return transaction
        .scan(rest.begin().array(), rest.end().array(), attempt.limit())
        .thenCompose(
            rows ->
                place.chore() == Chore.ARCHIVE
                    ? archive(transaction, attempt, rows)
                    : records(transaction, attempt, rows));
  }

  /** The last moment or day whose rows are due. */
  private long horizon(UpkeepAttempt attempt) {
    Instant now = attempt.moment().now();
    return switch (attempt.place().chore()) {
      case LEASES -> now.minus(judge.skewAllowance()).toEpochMilli() - 1;
      case TIERS -> now.toEpochMilli();
      case ARCHIVE -> ArchivedCodec.dayOf(now);
    };
  }

  private CompletableFuture<UpkeepStep> records(
      Transaction transaction, UpkeepAttempt attempt, List<Row> rows) {
    int bucket = attempt.place().bucket();
    BatchReads reads = new BatchReads(transaction, layout);
    List<DueRecord> candidates = new ArrayList<>(rows.size());
    for (Row row : rows) {
      Tuple key = Layout.rest(row.key());
      KeyEntry entry = new KeyEntry(new RecordKey(key.getString(2), key.getString(3)), bucket);
      candidates.add(new DueRecord(entry, Instant.ofEpochMilli(key.getLong(1))));
      reads.record(entry);
      reads.archived(entry);
      reads.tenancy(new TenantBucket(bucket, entry.key.tenant()));
    }
    reads.floor(bucket);
    return reads
        .all()
        .thenApply(
            all -> {
              Circumstances circumstances = new Circumstances(judge, attempt.moment());
              reads.loadInto(circumstances, tenancies);
              reads.loadArchived();
              UpkeepPass pass = new UpkeepPass(transaction, layout, attempt, circumstances);
              candidates.forEach(pass::look);
              return pass.finish(rows);
            });
  }

  private CompletableFuture<UpkeepStep> archive(
      Transaction transaction, UpkeepAttempt attempt, List<Row> rows) {
    int bucket = attempt.place().bucket();
    BatchReads reads = new BatchReads(transaction, layout);
    List<DueArchived> candidates = new ArrayList<>(rows.size());
    for (Row row : rows) {
      Tuple key = Layout.rest(row.key());
      ArchiveKey archiveKey = new ArchiveKey(key.getString(2), Bytes.wrap(key.getBytes(3)));
      candidates.add(
          new DueArchived(
              archiveKey, key.getLong(1), reads.row(layout.archived(bucket, archiveKey))));
      reads.tenancy(new TenantBucket(bucket, archiveKey.tenant()));
    }
    reads.floor(bucket);
    return reads
        .all()
        .thenApply(
            all -> {
              Circumstances circumstances = new Circumstances(judge, attempt.moment());
              reads.loadInto(circumstances, tenancies);
              UpkeepPass pass = new UpkeepPass(transaction, layout, attempt, circumstances);
              candidates.forEach(pass::look);
              return pass.finish(rows);
            });
  }

  /** A record whose due row says that something may have happened to it. */
  record DueRecord(KeyEntry entry, Instant due) {}

  /** An archived key whose due row says that its time may be over. */
  record DueArchived(ArchiveKey key, long dueDay, CompletableFuture<byte @Nullable []> row) {}
}
