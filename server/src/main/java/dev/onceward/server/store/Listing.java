package dev.onceward.server.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Aging;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Evidence;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.store.Circumstances.TenantBucket;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Records by state and age, for whoever looks for stuck work and open doubts. Thread-safe.
 *
 * <p>It goes along the due rows, bucket by bucket, within each as they fall due: doubts by their
 * age, claims by the end of their lease. Its cost is bounded whatever the store holds: a page may
 * come back short, or empty, and still have a next one. A claim whose lease has just ended is among
 * neither claims nor doubts until the next sweep.
 */
public final class Listing {
  private static final int ROWS_MAX = 1_000;
  private static final int BUCKETS_MAX = 64;

  private final Layout layout;
  private final Judge judge;
  private final TenancyRows tenancies = new TenancyRows();

  /** Records under a layout, seen as {@code judge} sees them. */
  public Listing(Layout layout, Judge judge) {
    this.layout = layout;
    this.judge = judge;
  }

  /**
   * What is looked for.
   *
   * @param tenant null for all
   * @param notAfter records that have been in that state since then, or longer
   * @param size most records of one page
   */
  public record Query(State state, @Nullable String tenant, Instant notAfter, int size) {}

  /**
   * A page of records as anyone sees them at {@code moment}: an ended lease is taken into account,
   * whether or not that is stored.
   *
   * @param token where to begin, as the page before told; null for the first
   * @throws IllegalArgumentException if the token is none of this store's
   */
  public CompletableFuture<Page<Record>> page(
      Transaction transaction, Query query, Judge.Moment moment, @Nullable Bytes token) {
    Page.Start start = Page.Start.of(token, layout.bucketCount());
    return new Walk(transaction, query, moment, start).go();
  }

  /** One page in the making. */
  private final class Walk {
    private final Transaction transaction;
    private final Query query;
    private final Judge.Moment moment;
    private final List<Record> found = new ArrayList<>();
    private Page.Start place;
    private int looked;
    private int buckets;

    Walk(Transaction transaction, Query query, Judge.Moment moment, Page.Start start) {
      this.transaction = transaction;
      this.query = query;
      this.moment = moment;
      this.place = start;
    }

    CompletableFuture<Page<Record>> go() {
      if (place.bucket() == layout.bucketCount()) {
        return CompletableFuture.completedFuture(new Page<>(found, null));
      }
      int limit = Math.min(query.size() - found.size(), ROWS_MAX - looked);
      if (limit <= 0 || buckets >= BUCKETS_MAX) {
        return CompletableFuture.completedFuture(new Page<>(found, place.token()));
      }
      Layout.Range rest = rest(place);
      return transaction
          .scan(rest.begin().array(), rest.end().array(), limit)
          .thenCompose(rows -> rows.isEmpty() ? nextBucket() : look(rows));
    }

    private Layout.Range rest(Page.Start from) {
      return layout
          .range(from.bucket(), "d", DueClass.of(query.state()).code())
          .after(from.after());
    }

    private CompletableFuture<Page<Record>> nextBucket() {
      buckets++;
      place = new Page.Start(place.bucket() + 1, null);
      return go();
    }

    private CompletableFuture<Page<Record>> look(List<Row> rows) {
      int bucket = place.bucket();
      BatchReads reads = new BatchReads(transaction, layout);
      List<KeyEntry> entries = new ArrayList<>(rows.size());
      for (Row row : rows) {
        Tuple key = Layout.rest(row.key());
        if (query.tenant() == null || query.tenant().equals(key.getString(2))) {
          KeyEntry entry = new KeyEntry(new RecordKey(key.getString(2), key.getString(3)), bucket);
          entries.add(entry);
          reads.record(entry);
          reads.tenancy(new TenantBucket(bucket, entry.key.tenant()));
        }
      }
      looked += rows.size();
      place = new Page.Start(bucket, Scans.last(rows));
      return reads
          .all()
          .thenCompose(
              all -> {
                Circumstances circumstances = new Circumstances(judge, moment);
                reads.loadInto(circumstances, tenancies);
                entries.forEach(entry -> take(entry, circumstances));
                return go();
              });
    }

    private void take(KeyEntry entry, Circumstances circumstances) {
      Evidence seen = Aging.seen(entry.now, circumstances.of(entry.bucket, entry.key.tenant()));
      Record record = seen.online();
      if (record != null
          && record.state() == query.state()
          && !record.stateSince().isAfter(query.notAfter())) {
        found.add(record);
      }
    }
  }
}
