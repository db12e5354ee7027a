package dev.onceward.server.kv;

/** One row of a scan. Its arrays are the store's own and must not be changed. */
public final class Row {
  private final byte[] key;
  private final byte[] value;

  /** A row of these very arrays; they are not copied. */
  public Row(byte[] key, byte[] value) {
    this.key = key;
    this.value = value;
  }

  /** The row's whole key. */
  public byte[] key() {
    return key;
  }

  /** The row's value. */
  public byte[] value() {
    return value;
  }
}
