package dev.onceward.server.kv.sim;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One write of a transaction: what becomes of one key's latest value, null being absent. */
final class Change {
  private final byte[] key;
  private final UnaryOperator<byte @Nullable []> effect;

  private Change(byte[] key, UnaryOperator<byte @Nullable []> effect) {
    this.key = key;
    this.effect = effect;
  }

  static Change set(byte[] key, byte[] value) {
    return new Change(key, old -> value);
  }

  static Change clear(byte[] key) {
    return new Change(key, old -> null);
  }

  static Change add(byte[] key, long delta) {
    return new Change(key, old -> littleEndian(valueOf(old) + delta));
  }

  /** A write that changes nothing, but counts as one. */
  static Change touch(byte[] key) {
    return new Change(key, old -> old);
  }

  byte[] key() {
    return key;
  }

  byte @Nullable [] apply(byte @Nullable [] old) {
    return effect.apply(old);
  }

  private static long valueOf(byte @Nullable [] counter) {
    return counter == null ? 0 : ByteBuffer.wrap(counter).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private static byte[] littleEndian(long value) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }
}
