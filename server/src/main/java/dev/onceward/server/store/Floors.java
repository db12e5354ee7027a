package dev.onceward.server.store;

import dev.onceward.server.kv.Transaction;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The floors that a transaction raises: each bucket's highest version that was ever forgotten. A
 * claim is minted above its bucket's floor, so that a key's versions rise although nothing is known
 * of it any more. Not thread-safe.
 */
final class Floors {
  private final Map<Integer, Long> raised = new HashMap<>();

  /**
   * Notes that a version is forgotten.
   *
   * @param floor the bucket's, as this transaction read it
   */
  void raise(int bucket, long version, long floor) {
    if (version > floor) {
      raised.merge(bucket, version, Math::max);
    }
  }

  void writeTo(Transaction transaction, Layout layout) {
    raised.forEach(
        (bucket, version) -> {
          byte[] key = layout.floor(bucket);
          transaction.guard(key);
          transaction.set(key, encode(version));
        });
  }

  private static byte[] encode(long version) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(version).array();
  }

  static long decode(byte @Nullable [] value) {
    return value == null ? 0 : ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }
}
