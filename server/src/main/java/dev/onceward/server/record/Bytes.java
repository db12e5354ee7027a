package dev.onceward.server.record;

import java.util.Arrays;
import java.util.HexFormat;

/** An immutable byte string with value equality. */
public final class Bytes {
  /** No bytes. */
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] array;

  private Bytes(byte[] array) {
    this.array = array;
  }

  /** These very bytes, not copied: the caller gives the array away and never changes it again. */
  public static Bytes wrap(byte[] array) {
    return array.length == 0 ? EMPTY : new Bytes(array);
  }

  /** How many bytes there are. */
  public int size() {
    return array.length;
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return array.length == 0;
  }

  /** The bytes themselves, not a copy: read only. */
  public byte[] array() {
    return array;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(array, bytes.array);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(array);
  }

  /** The bytes in hexadecimal. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(array);
  }
}
