package dev.onceward.server.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a tenant's duplicates come from, and how late each may bring one. Zero where undeclared.
 *
 * @param longestClientRetry the last retry of a client or gateway
 * @param queueRetention how long a queue may deliver a message again
 * @param deadLetterReplay how long a dead letter may be played again
 */
public record Sources(
    Duration longestClientRetry, Duration queueRetention, Duration deadLetterReplay) {
  /** Nothing is declared. */
  public static final Sources NONE = new Sources(Duration.ZERO, Duration.ZERO, Duration.ZERO);

  /** Checks the signs. */
  public Sources {
    if (longestClientRetry.isNegative()
        || queueRetention.isNegative()
        || deadLetterReplay.isNegative()) {
      throw new IllegalArgumentException("a source's reach is not negative");
    }
  }

  /** What {@code windows} leave uncovered, in words that show the arithmetic; empty if nothing. */
  public List<String> uncoveredBy(Windows windows) {
    List<String> found = new ArrayList<>();
    compare(found, "retry", windows.retry(), "longest client retry", longestClientRetry);
    compare(found, "replay", windows.replay(), "queue retention", queueRetention);
    compare(found, "replay", windows.replay(), "dead-letter replay", deadLetterReplay);
    return found;
  }

  private static void compare(
      List<String> found, String window, Duration length, String source, Duration reach) {
    if (length.compareTo(reach) < 0) {
      found.add(
          "%s window %s < %s %s".formatted(window, Lengths.of(length), source, Lengths.of(reach)));
    }
  }
}
