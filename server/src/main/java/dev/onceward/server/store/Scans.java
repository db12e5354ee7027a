package dev.onceward.server.store;

import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Scans that go on until they have what they want: a store may answer with fewer rows. */
final class Scans {
  private static final int ROWS_AT_ONCE = 1_000;

  private Scans() {}

  /** All rows of a range; for ranges that are small by their nature. */
  static CompletableFuture<List<Row>> all(Transaction transaction, Layout.Range range) {
    return atMost(transaction, range, Integer.MAX_VALUE);
  }

  /** The first rows of a range: fewer than {@code limit} only if there are no more. */
  static CompletableFuture<List<Row>> atMost(
      Transaction transaction, Layout.Range range, int limit) {
    return more(transaction, range, limit, new ArrayList<>());
  }

  private static CompletableFuture<List<Row>> more(
      Transaction transaction, Layout.Range range, int limit, List<Row> rows) {
    int wanted = Math.min(ROWS_AT_ONCE, limit - rows.size());
    if (wanted == 0) {
      return CompletableFuture.completedFuture(rows);
    }
    return transaction
        .scan(range.begin().array(), range.end().array(), wanted)
        .thenCompose(
            found -> {
              rows.addAll(found);
              return found.isEmpty()
                  ? CompletableFuture.completedFuture(rows)
                  : more(transaction, range.after(last(found)), limit, rows);
            });
  }

  /** The key of the last of some rows. */
  static Bytes last(List<Row> rows) {
    return Bytes.wrap(rows.get(rows.size() - 1).key());
  }

  /** The first key that comes after {@code key}. */
  static byte[] next(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }
}
