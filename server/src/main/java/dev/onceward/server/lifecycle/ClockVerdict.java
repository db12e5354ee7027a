package dev.onceward.server.lifecycle;

import java.util.Map;
import java.util.StringJoiner;

/**
 * What a server thinks of its own wall clock, and why.
 *
 * @param skewMillis how far it is ahead, as {@link ClockObserver#judged} tells
 * @param reading when it was judged
 * @param others the living servers' wall clocks against our monotonic one
 */
record ClockVerdict(
    Cause cause, long skewMillis, TwoClocks.Reading reading, Map<Sightings.Name, Long> others) {

  /** Why a clock is trusted or not. */
  enum Cause {
    /** Nothing is known yet. */
    UNSEEN(false),
    /** It agrees with the others. */
    AGREES(true),
    /** It is far from what most of the others say. */
    DISAGREES(false),
    /** Nobody else is there, and it goes on evenly. */
    STEADY(true),
    /** Nobody else is there, and it was set. */
    STEPPED(false),
    /** Nobody else is there any more, and those that were have disagreed. */
    CONTRADICTED(false);

    private final boolean trusted;

    Cause(boolean trusted) {
      this.trusted = trusted;
    }
  }

  boolean trusted() {
    return cause.trusted;
  }

  /** For the log: what is the matter, who says what, and what to do. */
  String text() {
    return switch (cause) {
      case UNSEEN -> "the other servers' clocks have not been seen yet";
      case AGREES -> "agrees with the other servers' clocks: " + testimonies();
      case STEADY -> "no other server is there, and it goes on evenly";
      case DISAGREES ->
          "ahead by %s of the median of the servers' clocks: %s; set the wrong clock right"
                  .formatted(seconds(skewMillis), testimonies())
              + " (see its time synchronisation) or stop that server";
      case STEPPED ->
          "it was set by %s while no other server was there to compare with: set it back,"
                  .formatted(seconds(skewMillis))
              + " or restart this server if it is right now";
      case CONTRADICTED ->
          "the servers that it was compared with are gone, but disagreed: compare it with a clock"
              + " that is right, then restart this server";
    };
  }

  private String testimonies() {
    StringJoiner all = new StringJoiner(", ");
    others.forEach(
        (name, offset) -> all.add(name.server() + " " + seconds(offset - reading.offsetMillis())));
    return "this one 0, " + all;
  }

  private static String seconds(long millis) {
    return "%+.1fs".formatted(millis / 1_000.0);
  }
}
