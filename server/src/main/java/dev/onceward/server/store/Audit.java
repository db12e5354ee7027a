package dev.onceward.server.store;

import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Bytes;
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
    Layout.Range all = layout.range(request.bucket, kindOf(request.place.part()));
    Bytes after = request.place.after();
    byte[] begin = after == null ? all.begin().array() : Scans.next(after.array());
    RowAudit audit = new RowAudit(transaction, layout, request);
    return transaction
        .scan(begin, all.end().array(), request.limit)
        .thenCompose(
            rows -> audit.lookAt(rows).thenApply(done -> audit.step(next(request.place, rows))));
  }

  private static String kindOf(AuditStep.Part part) {
    return switch (part) {
      case RECORDS -> "r";
      case ARCHIVED -> "a";
      case DUE -> "d";
      case REFERENCES -> "x";
      case CHUNKS -> "p";
      case TENANTS -> "t";
      case COUNTERS -> "c";
    };
  }

  private static AuditStep.@Nullable Place next(AuditStep.Place place, List<Row> rows) {
    if (!rows.isEmpty()) {
      return new AuditStep.Place(place.part(), Bytes.wrap(rows.get(rows.size() - 1).key()));
    }
    return switch (place.part()) {
      case RECORDS -> new AuditStep.Place(AuditStep.Part.ARCHIVED, null);
      case ARCHIVED -> new AuditStep.Place(AuditStep.Part.DUE, null);
      case DUE -> new AuditStep.Place(AuditStep.Part.REFERENCES, null);
      case REFERENCES -> new AuditStep.Place(AuditStep.Part.CHUNKS, null);
      case CHUNKS -> new AuditStep.Place(AuditStep.Part.TENANTS, null);
      case TENANTS -> new AuditStep.Place(AuditStep.Part.COUNTERS, null);
      case COUNTERS -> null;
    };
  }
}
