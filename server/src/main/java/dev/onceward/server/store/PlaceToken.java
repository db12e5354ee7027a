package dev.onceward.server.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.onceward.server.record.Bytes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place in a list, as whoever goes through it carries it from call to call.
 *
 * @param part of the list
 * @param after the last row that was seen of the part; null if none was
 */
record PlaceToken<T>(T part, @Nullable Bytes after) {

  static Bytes of(Object part, @Nullable Bytes after) {
    return Bytes.wrap(Tuple.from(part, after == null ? null : after.array()).pack());
  }

  /**
   * The place that a token names.
   *
   * @param type of the part
   * @throws IllegalArgumentException if it names none
   */
  static <T> PlaceToken<T> read(Bytes token, Class<T> type) {
    try {
      Tuple tuple = Tuple.fromBytes(token.array());
      T part = Objects.requireNonNull(type.cast(tuple.get(0)));
      byte[] after = tuple.getBytes(1);
      return new PlaceToken<>(part, after == null ? null : Bytes.wrap(after));
    } catch (RuntimeException e) { // the tuple layer has many words for what is no tuple
      throw new IllegalArgumentException("not a place in a list", e);
    }
  }
}
