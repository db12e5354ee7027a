package dev.onceward.server.record;

import java.time.Instant;
import java.util.Objects;

/**
 * An operator's order that no work starts and nothing is cleaned.
 *
 * @param prefix of the keys that it covers; empty for all of the tenant's
 * @param since from when; retention's clock stands still there
 * @param who the operator
 * @param reason for people
 */
public record Freeze(String prefix, Instant since, String who, String reason) {
  /** Refuses absent parts. */
  public Freeze {
    Objects.requireNonNull(prefix);
    Objects.requireNonNull(since);
    Objects.requireNonNull(who);
    Objects.requireNonNull(reason);
  }

  boolean covers(RecordKey key) {
    return key.key().startsWith(prefix);
  }
}
