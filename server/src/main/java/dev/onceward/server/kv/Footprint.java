package dev.onceward.server.kv;

import java.util.Arrays;

/**
 * The size of one transaction so far, refusing what the port does not allow. Every adapter asks it
 * first, so that all refuse the same with {@link StoreException.Kind#INVALID}. Not thread-safe.
 */
public final class Footprint {
  /** Longest key. */
  public static final int KEY_BYTES_MAX = 10_000;

  /** Longest value. */
  public static final int VALUE_BYTES_MAX = 100_000;

  /** Keys and values written plus keys guarded, at most, in one transaction. */
  public static final int TRANSACTION_BYTES_MAX = 1_000_000;

  private static final byte[] KEYS_END = {(byte) 0xff};

  private int bytes;

  /** Checks a key that is read or watched. */
  public static void key(byte[] key) {
    if (key.length == 0 || key.length > KEY_BYTES_MAX) {
      throw invalid("a key has 1 to " + KEY_BYTES_MAX + " bytes, not " + key.length);
    }
    if (key[0] == KEYS_END[0]) {
      throw invalid("a key does not begin with the byte 0xff");
    }
  }

  /** Checks a scan. */
  public static void scan(byte[] begin, byte[] end, int limit) {
    if (limit < 1) {
      throw invalid("a scan's limit is at least 1, not " + limit);
    }
    range(begin, end);
  }

  /** Checks the bounds of a scan or scrub. */
  public static void range(byte[] begin, byte[] end) {
    if (begin.length > KEY_BYTES_MAX || end.length > KEY_BYTES_MAX) {
      throw invalid("a range's bounds have at most " + KEY_BYTES_MAX + " bytes");
    }
    if (Arrays.compareUnsigned(begin, end) > 0) {
      throw invalid("a range's begin is not after its end");
    }
    if (Arrays.compareUnsigned(end, KEYS_END) > 0) {
      throw invalid("a range's end is at most the byte 0xff");
    }
  }

  /** Counts a guard or fence. */
  public void guard(byte[] key) {
    key(key);
    grow(key.length);
  }

  /** Counts a row written. */
  public void set(byte[] key, byte[] value) {
    key(key);
    if (value.length > VALUE_BYTES_MAX) {
      throw invalid("a value has at most " + VALUE_BYTES_MAX + " bytes, not " + value.length);
    }
    grow(key.length + value.length);
  }

  /** Counts a row removed. */
  public void clear(byte[] key) {
    key(key);
    grow(key.length);
  }

  /** Counts an addition. */
  public void add(byte[] key) {
    key(key);
    grow(key.length + Long.BYTES);
  }

  private void grow(int more) {
    bytes += more;
    if (bytes > TRANSACTION_BYTES_MAX) {
      throw invalid("a transaction has at most " + TRANSACTION_BYTES_MAX + " bytes");
    }
  }

  private static StoreException invalid(String rule) {
    return StoreException.of(StoreException.Kind.INVALID, rule, null);
  }
}
