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
import java.util.List;
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
                  Layout.Range all = layout.range(bucket, "x", tenant, reference);
                  Bytes after = bucket == start.bucket() ? start.after() : null;
                  Bytes begin = after == null ? all.begin() : Bytes.wrap(Scans.next(after.array()));
                  return Scans.atMost(
                      transaction, new Layout.Range(begin, all.end()), window.size() + 1);
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
              List<Found> found = new ArrayList<>();
              candidates.forEach(each -> each.tell(circumstances, found));
              return new Page<>(found, token);
            });
  }

  private Candidate candidate(int bucket, Row row, BatchReads reads) {
    Tuple key = Layout.rest(row.key());
    String tenant = key.getString(0);
    reads.tenancy(new TenantBucket(bucket, tenant));
    Page.Start place = new Page.Start(bucket, Bytes.wrap(row.key()));
    if (key.get(2) instanceof String name) {
      KeyEntry entry = new KeyEntry(new RecordKey(tenant, name), bucket);
      reads.record(entry);
      return new Candidate(place, entry, null, null);
    }
    ArchiveKey archiveKey = new ArchiveKey(tenant, Bytes.wrap(key.getBytes(2)));
    return new Candidate(place, null, archiveKey, reads.row(layout.archived(bucket, archiveKey)));
  }

  /** A row under the number, and what is read for it. */
  private record Candidate(
      Page.Start place,
      @Nullable KeyEntry entry,
      @Nullable ArchiveKey archiveKey,
      @Nullable CompletableFuture<byte @Nullable []> row) {

    void tell(Circumstances circumstances, List<Found> found) {
      if (entry != null) {
        Evidence seen = Aging.seen(entry.now, circumstances.of(entry.bucket, entry.key.tenant()));
        if (seen.online() != null) {
          found.add(new Found.Online(seen.online()));
        } else if (seen.filed() != null) {
          ArchiveKey key = ArchiveKey.of(entry.key);
          found.add(new Found.Filed(key.tenant(), key.hash(), seen.filed()));
        }
        return;
      }
      Archived archived = decoded();
      if (archived != null && archiveKey != null) {
        Archived left =
            Aging.seen(
                    new Evidence(null, archived),
                    circumstances.of(place.bucket(), archiveKey.tenant()))
                .filed();
        if (left != null) {
          found.add(new Found.Filed(archiveKey.tenant(), archiveKey.hash(), left));
        }
      }
    }

    private @Nullable Archived decoded() {
      byte[] value = row == null ? null : row.getNow(null);
      try {
        return value == null ? null : ArchivedCodec.decode(value).archived();
      } catch (CorruptRecordException e) {
        return null;
      }
    }
  }
}
