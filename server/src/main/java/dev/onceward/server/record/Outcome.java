package dev.onceward.server.record;

import org.jspecify.annotations.Nullable;

/**
 * A decision.
 *
 * @param answer what the caller is told, once {@code after} is stored
 * @param after what is to be known of the key from then on; null if nothing changes
 */
public record Outcome(Answer answer, @Nullable Evidence after) {
  /** A decision that changes nothing. */
  public static Outcome pure(Answer answer) {
    return new Outcome(answer, null);
  }

  /** Whether there is something to store. */
  public boolean writes() {
    return after != null;
  }
}
