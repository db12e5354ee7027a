package dev.onceward.server.record;

import java.time.Instant;
import java.util.Objects;

/**
 * One thing that happened to a record.
 *
 * @param time when
 * @param kind what
 * @param version of the claim at that moment
 * @param who the claim's owner, or the operator; may be empty
 * @param why a caller's or operator's words; may be empty
 * @param server which one stored it; empty for what time does by itself, since nobody can tell who
 *     noticed
 */
public record Event(
    Instant time, EventKind kind, long version, String who, String why, String server) {
  /** Refuses absent parts. */
  public Event {
    Objects.requireNonNull(time);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(who);
    Objects.requireNonNull(why);
    Objects.requireNonNull(server);
  }
}
