package dev.onceward.server.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.RecordKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The keys of all rows, as {@code LAYOUT.md} lists them. Thread-safe.
 *
 * <p>Every row of a record leads with its bucket, a hash of tenant and key, so that nothing that is
 * ordered by time grows at one end of the key space, and all rows of a record are neighbours of one
 * small, bounded part.
 */
public final class Layout {
  /** The name of the bucket hash, kept in the header. */
  static final String HASH_NAME = "crc32c";

  /** The bucket whose tenant rows are the ones that count; all others have copies. */
  static final int MODEL_BUCKET = 0;

  private final Tuple[] buckets;

  /**
   * The layout under a prefix.
   *
   * @param root what all keys begin with
   * @param bucketCount as the header says
   */
  public Layout(String root, int bucketCount) {
    this.buckets = new Tuple[bucketCount];
    for (int b = 0; b < bucketCount; b++) {
      buckets[b] = Tuple.from(root, b);
    }
  }

  /** How many buckets there are. */
  public int bucketCount() {
    return buckets.length;
  }

  /** Which bucket a record's rows are in, from 0. */
  public int bucketOf(RecordKey key) {
    CRC32C hash = new CRC32C();
    byte[] tenant = key.tenant().getBytes(StandardCharsets.UTF_8);
    byte[] name = key.key().getBytes(StandardCharsets.UTF_8);
    hash.update(tenant, 0, tenant.length);
    hash.update(0);
    hash.update(name, 0, name.length);
    return (int) (hash.getValue() % buckets.length);
  }

  static byte[] header(String root) {
    return Tuple.from(root, "h").pack();
  }

  byte[] record(int bucket, RecordKey key) {
    return row(bucket, "r").add(key.tenant()).add(key.key()).pack();
  }

  byte[] chunk(int bucket, RecordKey key, int index) {
    return row(bucket, "p").add(key.tenant()).add(key.key()).add(index).pack();
  }

  byte[] due(int bucket, DueClass dueClass, long dueMillis, RecordKey key) {
    return row(bucket, "d")
        .add(dueClass.code())
        .add(dueMillis)
        .add(key.tenant())
        .add(key.key())
        .pack();
  }

  byte[] archivedDue(int bucket, long dueDay, ArchiveKey key) {
    return row(bucket, "d")
        .add(DueClass.ARCHIVE.code())
        .add(dueDay)
        .add(key.tenant())
        .add(key.hash().array())
        .pack();
  }

  byte[] archived(int bucket, ArchiveKey key) {
    return row(bucket, "a").add(key.tenant()).add(key.hash().array()).pack();
  }

  byte[] archivedReference(int bucket, ArchiveKey key, String reference) {
    return row(bucket, "x").add(key.tenant()).add(reference).add(key.hash().array()).pack();
  }

  byte[] tenancy(int bucket, String tenant) {
    return row(bucket, "t").add(tenant).pack();
  }

  byte[] counter(int bucket, String tenant, int stateCode) {
    return row(bucket, "c").add(tenant).add(stateCode).pack();
  }

  byte[] reference(int bucket, RecordKey key, String reference) {
    return row(bucket, "x").add(key.tenant()).add(reference).add(key.key()).pack();
  }

  /** Where no row ever stands: those who correct a bucket's counters meet here. */
  byte[] counterCorrections(int bucket) {
    return row(bucket, "c").pack();
  }

  byte[] floor(int bucket) {
    return row(bucket, "f").pack();
  }

  /** All rows of a bucket whose kind and further elements begin like this. */
  Range range(int bucket, String kind, Object... more) {
    byte[] prefix = row(bucket, kind).addAll(List.of(more)).pack();
    return new Range(with(prefix, 0x00), with(prefix, 0xff));
  }

  /** The due rows of a class up to and including that moment or day. */
  Range dueUpTo(int bucket, DueClass dueClass, long due) {
    Tuple prefix = row(bucket, "d").add(dueClass.code());
    return new Range(with(prefix.pack(), 0x00), prefix.add(due + 1).pack());
  }

  private static byte[] with(byte[] prefix, int last) {
    byte[] key = Arrays.copyOf(prefix, prefix.length + 1);
    key[prefix.length] = (byte) last;
    return key;
  }

  /** The elements of a row's key after its kind. */
  static Tuple rest(byte[] key) {
    return Tuple.fromBytes(key).popFront().popFront().popFront();
  }

  /** Keys from {@code begin} on, before {@code end}. */
  record Range(Bytes begin, Bytes end) {
    Range(byte[] begin, byte[] end) {
      this(Bytes.wrap(begin), Bytes.wrap(end));
    }

    /**
     * What comes after one of its rows; all of it after null.
     *
     * @throws IllegalArgumentException if the row is none of its own: whoever brings a place along
     *     does not read elsewhere by it
     */
    Range after(@Nullable Bytes row) {
      if (row == null) {
        return this;
      }
      if (Arrays.compareUnsigned(row.array(), begin.array()) < 0 || isPast(row)) {
        throw new IllegalArgumentException("a place that is in no such list of this store");
      }
      return new Range(Scans.next(row.array()), end.array());
    }

    /** Whether a row comes after all of its own. */
    boolean isPast(Bytes row) {
      return Arrays.compareUnsigned(row.array(), end.array()) >= 0;
    }
  }

  private Tuple row(int bucket, String kind) {
    return buckets[bucket].add(kind);
  }
}
