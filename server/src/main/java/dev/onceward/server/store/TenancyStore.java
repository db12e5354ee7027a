package dev.onceward.server.store;

import dev.onceward.server.kv.Footprint;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Tenancy;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is laid down for tenants: read, and changed as a whole. Thread-safe.
 *
 * <p>Each bucket has a copy of a tenant's row, so that the batches of all buckets can read and
 * guard it without meeting at one place. A change writes all copies in one transaction; so it takes
 * effect in the next transaction of every server, and a batch that had read the old row is decided
 * again.
 */
public final class TenancyStore {
  private final Layout layout;

  /** Tenants under a layout. */
  public TenancyStore(Layout layout) {
    this.layout = layout;
  }

  /** Says that a tenant's row would be too large for so many buckets. */
  public static final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLargeException(int bytes, int bytesMax) {
      super(
          "the tenant's row would have %d bytes, at most %d fit this store"
              .formatted(bytes, bytesMax));
    }
  }

  /** What is laid down for a tenant. */
  public CompletableFuture<Tenancy> read(Transaction transaction, String tenant) {
    return transaction
        .read(layout.tenancy(Layout.MODEL_BUCKET, tenant))
        .thenApply(TenancyStore::decode);
  }

  /**
   * Changes what is laid down for a tenant. Safe to repeat if {@code change} is.
   *
   * @param change gives the same object back if there is nothing to change
   * @return what holds from then on; fails with {@link TooLargeException}
   */
  public CompletableFuture<Tenancy> change(
      Transaction transaction, String tenant, UnaryOperator<Tenancy> change) {
    return transaction
        .read(layout.tenancy(Layout.MODEL_BUCKET, tenant))
        .thenApply(
            value -> {
              Tenancy before = decode(value);
              Tenancy after = change.apply(before);
              if (!after.equals(before)) {
                write(transaction, tenant, after);
              }
              return after;
            });
  }

  private void write(Transaction transaction, String tenant, Tenancy tenancy) {
    byte[] value = TenancyCodec.encode(tenancy);
    byte[] model = layout.tenancy(Layout.MODEL_BUCKET, tenant);
    int bytesMax = bytesMax(layout.bucketCount(), model.length);
    if (value.length > bytesMax) {
      throw new TooLargeException(value.length, bytesMax);
    }
    transaction.guard(model);
    for (int bucket = 0; bucket < layout.bucketCount(); bucket++) {
      transaction.set(layout.tenancy(bucket, tenant), value);
    }
  }

  /** What fits: all copies are written, and one is guarded, in one transaction. */
  private static int bytesMax(int copies, int keyBytes) {
    // The buckets' numbers make keys differ by a byte.
    int keyBytesMax = keyBytes + 2;
    int ofAll = (Footprint.TRANSACTION_BYTES_MAX - keyBytesMax) / copies - keyBytesMax;
    return Math.min(Footprint.VALUE_BYTES_MAX, ofAll);
  }

  private static Tenancy decode(byte @Nullable [] value) {
    try {
      return value == null ? Tenancy.DEFAULT : TenancyCodec.decode(value);
    } catch (CorruptRecordException e) {
      throw new CorruptRowException(e);
    }
  }
}
