package dev.onceward.server.record;

import java.util.Objects;

/** The identity of a record: a tenant's key for one intent. */
public record RecordKey(String tenant, String key) {
  /** Refuses absent parts; their limits are checked where requests come in. */
  public RecordKey {
    Objects.requireNonNull(tenant);
    Objects.requireNonNull(key);
  }
}
