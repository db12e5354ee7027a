package dev.onceward.server.store;

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
      return PlaceToken.of((long) bucket, after);
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
      PlaceToken<Long> read = PlaceToken.read(token, Long.class);
      if (read.part() < 0 || read.part() >= bucketCount) {
        throw new IllegalArgumentException("a place in no list of this store");
      }
      return new Start(read.part().intValue(), read.after());
    }
  }
}
