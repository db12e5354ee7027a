package dev.onceward.server.record;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An operator's order to keep a record as it is.
 *
 * @param name which one, say a case number; no two of a record are alike
 * @param until when it ends by itself; null for when it is released
 * @param who the operator
 * @param reason for people
 */
public record Hold(String name, @Nullable Instant until, String who, String reason) {
  /** Refuses absent parts. */
  public Hold {
    Objects.requireNonNull(name);
    Objects.requireNonNull(who);
    Objects.requireNonNull(reason);
  }

  boolean isInForce(Instant now) {
    return until == null || now.isBefore(until);
  }
}
