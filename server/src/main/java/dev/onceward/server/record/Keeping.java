package dev.onceward.server.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What keeps a record from being cleaned.
 *
 * @param retention a caller's wish; null if none
 * @param holds operators' orders, at most {@link #HOLDS_MAX}
 */
public record Keeping(@Nullable Retention retention, List<Hold> holds) {
  /** Nothing. */
  public static final Keeping NONE = new Keeping(null, List.of());

  /** Most holds of one record. */
  public static final int HOLDS_MAX = 8;

  /** Copies the holds. */
  public Keeping {
    holds = List.copyOf(holds);
  }

  /** Until when, {@link Instant#MAX} for as long as nobody releases it, MIN for not at all. */
  Instant until() {
    Instant latest = retention == null ? Instant.MIN : retention.until();
    for (Hold hold : holds) {
      Instant end = hold.until() == null ? Instant.MAX : hold.until();
      latest = end.isAfter(latest) ? end : latest;
    }
    return latest;
  }

  /** Whether an operator's hold is in force. */
  boolean isHeld(Instant now) {
    return holds.stream().anyMatch(hold -> hold.isInForce(now));
  }

  Keeping retained(Retention wish) {
    return new Keeping(wish, holds);
  }

  Keeping held(Hold hold) {
    List<Hold> all = new ArrayList<>(without(hold.name()).holds);
    all.add(hold);
    return new Keeping(retention, all);
  }

  Keeping without(String name) {
    return new Keeping(
        retention, holds.stream().filter(hold -> !hold.name().equals(name)).toList());
  }
}
