package dev.onceward.server.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Aging;
import dev.onceward.server.record.Archived;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Evidence;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.Circumstances.TenantBucket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Records by a business number, online and archived. Thread-safe.
 *
 * <p>A number may have been left in any bucket, so all are asked at once: as many short scans as
 * there are buckets, whatever the store holds.
 */
public final class References {
  private final Layout layout;
  private final Judge judge;
  private final TenancyRows tenancies = new TenancyRows();

  /** References under a layout, their records seen as {@code judge} sees them. */
  public References(Layout layout, Judge judge) {
    this.layout = layout;
    this.judge = judge;
  }

  /** What stands under a business number. */
  public sealed interface Found {

    /** A record. */
    record Online(Record record) implements Found {}

    /**
     * An archived key, which only its holder knows.
     *
     * @param keyHash the first 16 bytes of the key's SHA-256
     */
    record Filed(String tenant, Bytes keyHash, Archived archived) implements Found {}
  }

  /**
   * A page of what stands under {@code reference}.
   *
   * @throws IllegalArgumentException if the window's token is none of this store's
   */
  public CompletableFuture<Page<Found>> page(
      Transaction transaction,
      String tenant,
      String reference,
      Window window,
      Judge.Moment moment) {
    Page.Start start = Page.Start.of(window.token(), layout.bucketCount());
    List<CompletableFuture<List<Row>>> scans =
        IntStream.range(start.bucket(), layout.bucketCount())
            .mapToObj(
                bucket -> {
                  Bytes after = bucket == start.bucket() ? start.after() : null;
                  Layout.Range rest = layout.range(bucket, "x", tenant, reference).after(after);
                  return Scans.atMost(transaction, rest, window.size() + 1);
                })
            .toList();
    return CompletableFuture.allOf(scans.toArray(CompletableFuture<?>[]::new))
        .thenCompose(all -> read(transaction, window.size(), start.bucket(), scans, moment));
  }

  /**
   * Which part is wanted.
   *
   * @param size most of one page
   * @param token where to begin, as the page before told; null for the first
   */
  public record Window(int size, @Nullable Bytes token) {}

  private CompletableFuture<Page<Found>> read(
      Transaction transaction,
      int size,
      int firstBucket,
      List<CompletableFuture<List<Row>>> scans,
      Judge.Moment moment) {
    BatchReads reads = new BatchReads(transaction, layout);
    List<Candidate> candidates = new ArrayList<>();
    Bytes next = null;
    for (int i = 0; i < scans.size() && next == null; i++) {
      int bucket = firstBucket + i;
      for (Row row : scans.get(i).getNow(List.of())) {
        if (candidates.size() == size) {
          next = candidates.get(size - 1).place().token();
          break;
        }
        candidates.add(candidate(bucket, row, reads));
      }
    }
    Bytes token = next;
    return reads
        .all()
        .thenApply(
            all -> {
              Circumstances circumstances = new Circumstances(judge, moment);
              reads.loadInto(circumstances, tenancies);
              reads.loadArchived();
              Map<Object, Found> found = new LinkedHashMap<>();
              candidates.forEach(each -> each.tell(circumstances, found));
              return new Page<>(List.copyOf(found.values()), token);
            });
  }

  private Candidate candidate(int bucket, Row row, BatchReads reads) {
    Tuple key = Layout.rest(row.key());
    TenantBucket where = new TenantBucket(bucket, key.getString(0));
    reads.tenancy(where);
    Page.Start place = new Page.Start(bucket, Bytes.wrap(row.key()));
    if (key.get(2) instanceof String name) {
      KeyEntry entry = new KeyEntry(new RecordKey(where.tenant(), name), bucket);
      reads.record(entry);
      reads.archived(entry);
      return new OfRecord(place, where, entry);
    }
    ArchiveKey archiveKey = new ArchiveKey(where.tenant(), Bytes.wrap(key.getBytes(2)));
    return new OfArchive(place, where, archiveKey, reads.row(layout.archived(bucket, archiveKey)));
  }

  /** A row under the number, and what is read for it. */
  private sealed interface Candidate {
    Page.Start place();

    /** Tells what there is, if there is something, by the name of the row that it is in. */
    void tell(Circumstances circumstances, Map<Object, Found> found);
  }

  /** A record's row under the number. */
  private record OfRecord(Page.Start place, TenantBucket where, KeyEntry entry)
      implements Candidate {
    @Override
    public void tell(Circumstances circumstances, Map<Object, Found> found) {
      Evidence seen = Aging.seen(entry.now, circumstances.of(where.bucket(), where.tenant()));
      if (seen.online() != null) {
        found.put(entry.key, new Found.Online(seen.online()));
      } else if (seen.filed() != null) {
        // Its row in the archive, if there is one, tells of a former life only.
        ArchiveKey key = ArchiveKey.of(entry.key);
        found.put(key, new Found.Filed(key.tenant(), key.hash(), seen.filed()));
      }
    }
  }

  /** An archived key's row under the number. */
  private record OfArchive(
      Page.Start place,
      TenantBucket where,
      ArchiveKey key,
      CompletableFuture<byte @Nullable []> row)
      implements Candidate {
    @Override
    public void tell(Circumstances circumstances, Map<Object, Found> found) {
      Archived stored = decoded();
      if (stored == null) {
        return;
      }
      Evidence seen =
          Aging.seen(new Evidence(null, stored), circumstances.of(where.bucket(), where.tenant()));
      if (seen.filed() != null) {
        found.put(key, new Found.Filed(key.tenant(), key.hash(), seen.filed()));
      }
    }

    private @Nullable Archived decoded() {
      byte[] value = row.getNow(null);
      try {
        return value == null ? null : ArchivedCodec.decode(value).archived();
      } catch (CorruptRecordException e) {
        return null;
      }
    }
  }
}
