package dev.onceward.server.store;

import dev.onceward.server.record.Tenancy;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Tenant rows as they are read with every batch. Thread-safe.
 *
 * <p>The row is read each time; only its decoding is remembered, and only as long as the bytes are
 * the same.
 */
final class TenancyRows {
  private static final int REMEMBERED_MAX = 10_000;

  private final ConcurrentMap<String, Decoded> remembered = new ConcurrentHashMap<>();

  private record Decoded(StoredBytes value, Tenancy tenancy) {}

  /** An array that is compared as such: it is neither copied nor changed. */
  private static final class StoredBytes {
    private final byte[] array;

    StoredBytes(byte[] array) {
      this.array = array;
    }

    boolean isSame(byte[] other) {
      return Arrays.equals(array, other);
    }
  }

  Tenancy decode(String tenant, byte @Nullable [] value) throws CorruptRecordException {
    if (value == null) {
      return Tenancy.DEFAULT;
    }
    Decoded known = remembered.get(tenant);
    if (known != null && known.value.isSame(value)) {
      return known.tenancy;
    }
    Tenancy tenancy = TenancyCodec.decode(value);
    if (remembered.size() >= REMEMBERED_MAX) {
      remembered.clear();
    }
    remembered.put(tenant, new Decoded(new StoredBytes(value), tenancy));
    return tenancy;
  }
}
