package dev.onceward.server.store;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.store.Difference.Kind;
import dev.onceward.server.store.proto.StoredRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The recount of one bucket's counters: all its records and archived keys at one snapshot. A
 * correction is the difference at that snapshot, added in the same transaction, so it is right
 * whatever is counted meanwhile; only two corrections of one bucket shut each other out. Used by
 * one transaction.
 */
final class CounterAudit {
  private static final int ROWS_AT_ONCE = 2_000;

  private final Transaction transaction;
  private final Layout layout;
  private final Audit.Request request;
  private final Map<Bytes, Counter> counters = new TreeMap<>(CounterAudit::compare);

  /** A counter row, as it stands and as it should. */
  private static final class Counter {
    final String words;
    long present;
    long recounted;

    Counter(String words) {
      this.words = words;
    }
  }

  CounterAudit(Transaction transaction, Layout layout, Audit.Request request) {
    this.transaction = transaction;
    this.layout = layout;
    this.request = request;
  }

  CompletableFuture<AuditStep> step() {
    int bucket = request.bucket();
    return each(layout.range(bucket, "c"), this::present)
        .thenCompose(done -> each(layout.range(bucket, "r"), this::record))
        .thenCompose(done -> each(layout.range(bucket, "a"), this::archived))
        .thenApply(done -> compare());
  }

  /** Hands over all rows of a range, part by part. */
  private CompletableFuture<Void> each(Layout.Range range, Consumer<Row> consumer) {
    return transaction
        .scan(range.begin().array(), range.end().array(), ROWS_AT_ONCE)
        .thenCompose(
            rows -> {
              if (rows.isEmpty()) {
                return CompletableFuture.completedFuture(null);
              }
              rows.forEach(consumer);
              byte[] last = rows.get(rows.size() - 1).key();
              return each(new Layout.Range(Bytes.wrap(Scans.next(last)), range.end()), consumer);
            });
  }

  private void present(Row row) {
    Tuple key = Layout.rest(row.key());
    counter(key.getString(0), (int) key.getLong(1)).present =
        ByteBuffer.wrap(row.value()).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private void record(Row row) {
    int code = stateCode(row.value());
    if (code != 0) {
      counter(Layout.rest(row.key()).getString(0), code).recounted++;
    }
  }

  private void archived(Row row) {
    counter(Layout.rest(row.key()).getString(0), Codes.ARCHIVED).recounted++;
  }

  /** The state alone, since a bucket has many records; 0 if the row is none. */
  private static int stateCode(byte[] value) {
    CodedInputStream in = CodedInputStream.newInstance(value);
    try {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (WireFormat.getTagFieldNumber(tag) == StoredRecord.STATE_FIELD_NUMBER) {
          int code = in.readInt32();
          return Codes.STATE.isKnown(code) ? code : 0;
        }
        in.skipField(tag);
      }
    } catch (IOException e) {
      return 0;
    }
    return 0;
  }

  private Counter counter(String tenant, int code) {
    Bytes key = Bytes.wrap(layout.counter(request.bucket(), tenant, code));
    return counters.computeIfAbsent(
        key, k -> new Counter("counter of " + tenant + ", " + Codes.nameOf(code)));
  }

  private AuditStep compare() {
    List<Difference> differences = new ArrayList<>();
    for (Map.Entry<Bytes, Counter> entry : counters.entrySet()) {
      Counter counter = entry.getValue();
      if (counter.present == counter.recounted) {
        continue;
      }
      differences.add(
          new Difference(
              Kind.WRONG,
              "%s: says %d, counted %d"
                  .formatted(counter.words, counter.present, counter.recounted)));
      if (request.repair()) {
        if (differences.size() == 1) {
          transaction.fence(layout.counterCorrections(request.bucket()));
        }
        transaction.add(entry.getKey().array(), counter.recounted - counter.present);
      }
    }
    int repaired = request.repair() ? differences.size() : 0;
    return new AuditStep(0, counters.size(), differences, repaired, null);
  }

  private static int compare(Bytes one, Bytes other) {
    return Arrays.compareUnsigned(one.array(), other.array());
  }
}
