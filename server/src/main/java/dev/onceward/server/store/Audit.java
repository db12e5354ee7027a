package dev.onceward.server.store;

import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The check that a store holds what {@code LAYOUT.md} says: every row that a record wants is there,
 * and no other. Thread-safe.
 *
 * <p>It goes through a bucket in bounded steps while the service runs. Each step compares rows of
 * one snapshot with each other, so what it tells is true, whatever happens meanwhile; only the
 * counters need the whole bucket at one snapshot. It recomputes; it shares with the writers of the
 * rows nothing but their keys and codecs.
 */
public final class Audit {
  private final Layout layout;

  /** An audit of a store under a layout. */
  public Audit(Layout layout) {
    this.layout = layout;
  }

  /** How many buckets there are to audit. */
  public int bucketCount() {
    return layout.bucketCount();
  }

  /**
   * What a step is to look at.
   *
   * @param bucket which bucket
   * @param limit how many rows of the part to look at; a recount of counters knows no limit
   * @param repair whether to set right what is wrong, in this same transaction: rows that are
   *     missing are written, stray ones removed, counters corrected. What cannot be read stays
   */
  public record Request(int bucket, AuditStep.Place place, int limit, boolean repair) {}

  /** Takes the step. Safe to repeat. */
  public CompletableFuture<AuditStep> step(Transaction transaction, Request request) {
    if (request.place.part() == AuditStep.Part.COUNTERS) {
      return new CounterAudit(transaction, layout, request).step();
    }
    Layout.Range rest = rangeOf(request).after(request.place.after());
    RowAudit audit = new RowAudit(transaction, layout, request);
    return transaction
        .scan(rest.begin().array(), rest.end().array(), request.limit)
        .thenCompose(
            rows -> audit.lookAt(rows).thenApply(done -> audit.step(next(request.place, rows))));
  }

  private Layout.Range rangeOf(Request request) {
    int bucket = request.bucket;
    return switch (request.place.part()) {
      case RECORDS -> layout.range(bucket, "r");
      case ARCHIVED -> layout.range(bucket, "a");
      case DUE -> layout.range(bucket, "d");
      case REFERENCES -> layout.range(bucket, "x");
      case CHUNKS -> layout.range(bucket, "p");
      case TENANTS -> layout.range(bucket, "t");
      case TENANTS_ELSEWHERE -> layout.range(Layout.MODEL_BUCKET, "t");
      case COUNTERS -> layout.range(bucket, "c");
    };
  }

  private static AuditStep.@Nullable Place next(AuditStep.Place place, List<Row> rows) {
    if (!rows.isEmpty()) {
      return new AuditStep.Place(place.part(), Scans.last(rows));
    }
    List<AuditStep.Part> parts = List.of(AuditStep.Part.values());
    int following = parts.indexOf(place.part()) + 1;
    return following == parts.size() ? null : new AuditStep.Place(parts.get(following), null);
  }
}
