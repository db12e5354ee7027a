package dev.onceward.server.record;

import java.time.Instant;
import java.util.Objects;

/**
 * A caller's wish to keep the evidence.
 *
 * @param until at least until then
 * @param reason for people
 */
public record Retention(Instant until, String reason) {
  /** Refuses absent parts. */
  public Retention {
    Objects.requireNonNull(until);
    Objects.requireNonNull(reason);
  }
}
