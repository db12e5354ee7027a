package dev.onceward.server.store;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.Circumstances.TenantBucket;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Records on a key-value store: the body of a transaction that decides a batch of commands.
 * Thread-safe; keeps nothing between calls that could be out of date.
 */
public final class RecordStore {
  private final Layout layout;
  private final Judge judge;
  private final TenancyRows tenancies = new TenancyRows();

  /** Records under a layout, decided upon by {@code judge}. */
  public RecordStore(Layout layout, Judge judge) {
    this.layout = layout;
    this.judge = judge;
  }

  /** Who decides. */
  public Judge judge() {
    return judge;
  }

  /** Which bucket a record is in. */
  public int bucketOf(RecordKey key) {
    return layout.bucketOf(key);
  }

  /** The key of the row that changes whenever the record does: the one to watch. */
  public byte[] watchKey(RecordKey key) {
    return layout.record(layout.bucketOf(key), key);
  }

  /**
   * Reads the records of all commands, decides in order, and writes what has changed.
   *
   * <p>If one of the records was written by an attempt that {@code earlier} knows, that attempt was
   * committed as a whole: nothing is decided or written, and the result names that attempt and has
   * no items.
   *
   * @param earlier whether an id is one of an earlier attempt of the same run
   */
  public CompletableFuture<Decided> decide(
      Transaction transaction, BatchAttempt attempt, LongPredicate earlier) {
    Circumstances circumstances = new Circumstances(judge, attempt.moment());
    BatchDecision batch = new BatchDecision(layout, attempt, circumstances);
    BatchReads reads = new BatchReads(transaction, layout);
    for (Command command : attempt.commands()) {
      KeyEntry entry = batch.entry(command.key());
      reads.record(entry);
      reads.tenancy(new TenantBucket(entry.bucket, entry.key.tenant()));
      if (command.kind() == Command.Kind.BEGIN) {
        reads.floor(entry.bucket);
      }
    }
    return reads
        .all()
        .thenCompose(
            all -> {
              reads.loadInto(circumstances, tenancies);
              Long committed = batch.writtenBy(earlier);
              if (committed != null) {
                return CompletableFuture.completedFuture(new Decided(committed, List.of()));
              }
              return withArchive(transaction, batch).thenApply(b -> b.decide(transaction));
            });
  }

  /** The batch with the archive rows of those keys that have no record, or none for long. */
  private CompletableFuture<BatchDecision> withArchive(
      Transaction transaction, BatchDecision batch) {
    Collection<KeyEntry> lookedUp = batch.toBeLookedUpInTheArchive();
    if (lookedUp.isEmpty()) {
      return CompletableFuture.completedFuture(batch);
    }
    BatchReads reads = new BatchReads(transaction, layout);
    lookedUp.forEach(reads::archived);
    return reads
        .all()
        .thenApply(
            all -> {
              reads.loadArchived();
              return batch;
            });
  }

  /**
   * Makes what was removed or overwritten of a record's rows unreadable in the store's files, as
   * far as the store can. Safe to repeat.
   */
  public CompletableFuture<Void> scrub(KeyValueStore store, RecordKey key) {
    int bucket = layout.bucketOf(key);
    byte[] row = layout.record(bucket, key);
    Layout.Range chunks = layout.range(bucket, "p", key.tenant(), key.key());
    return store
        .scrub(row, Scans.next(row))
        .thenCompose(done -> store.scrub(chunks.begin().array(), chunks.end().array()));
  }

  /**
   * The record with the bytes of its payload, which were left in rows of their own when it was
   * decided upon. If the record has moved on since, it comes back as it is.
   */
  public CompletableFuture<Record> withPayload(Transaction transaction, Record record) {
    Payload wanted = record.payload();
    if (wanted == null || !wanted.isElsewhere()) {
      return CompletableFuture.completedFuture(record);
    }
    int bucket = layout.bucketOf(record.key());
    List<CompletableFuture<byte @Nullable []>> chunks = new ArrayList<>();
    for (int n = 0; n < RecordCodec.chunksOf(wanted.size()); n++) {
      chunks.add(transaction.read(layout.chunk(bucket, record.key(), n)));
    }
    return CompletableFuture.allOf(chunks.toArray(CompletableFuture<?>[]::new))
        .thenApply(all -> joined(record, wanted, chunks));
  }

  private static Record joined(
      Record record, Payload wanted, List<CompletableFuture<byte @Nullable []>> chunks) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) wanted.size());
    for (CompletableFuture<byte @Nullable []> chunk : chunks) {
      byte[] value = chunk.getNow(null);
      if (value != null) {
        bytes.writeBytes(value);
      }
    }
    Bytes read = Bytes.wrap(bytes.toByteArray());
    boolean same = read.size() == wanted.size() && Payload.sha256(read).equals(wanted.digest());
    return same ? record.withPayloadBytes(read) : record;
  }
}
