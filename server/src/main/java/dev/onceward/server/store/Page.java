package dev.onceward.server.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.onceward.server.record.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a longer list.
 *
 * @param next where the next part begins; null if this was the last
 */
public record Page<T>(List<T> items, @Nullable Bytes next) {
  /** Copies the list. */
  public Page {
    items = List.copyOf(items);
  }

  /**
   * Where a part begins: in a bucket, after a row.
   *
   * @param after null for the bucket's first row
   */
  record Start(int bucket, @Nullable Bytes after) {
    Bytes token() {
      return Bytes.wrap(Tuple.from(bucket, after == null ? null : after.array()).pack());
    }

    /**
     * The place that a token names, or the very first.
     *
     * @throws IllegalArgumentException if it is none of this store's
     */
    static Start of(@Nullable Bytes token, int bucketCount) {
      if (token == null) {
        return new Start(0, null);
      }
      Tuple tuple = Tuple.fromBytes(token.array());
      if (tuple.size() != 2 || !(tuple.get(0) instanceof Long bucket)) {
        throw new IllegalArgumentException("not a page token");
      }
      if (bucket < 0 || bucket >= bucketCount) {
        throw new IllegalArgumentException("not a page token of this store");
      }
      byte[] after = tuple.getBytes(1);
      return new Start(bucket.intValue(), after == null ? null : Bytes.wrap(after));
    }
  }
}
