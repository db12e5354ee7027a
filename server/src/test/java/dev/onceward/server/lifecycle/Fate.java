package dev.onceward.server.lifecycle;

/** What becomes of an intent in a {@link SimulatedYear}. */
enum Fate {
  /** It succeeds at once. */
  SUCCEEDS(56),
  /** It fails for good. */
  FAILS(6),
  /** It fails, and succeeds the next day. */
  RETRIED(8),
  /** It fails, and nobody tries again. */
  GIVEN_UP(4),
  /** Its owner dies before the effect, and nobody tries again. */
  DIES_EARLY(4),
  /** Its owner dies at the effect, and nobody ever finds out. */
  DOUBTED(2),
  /** Its owner dies at the effect, and an operator finds out. */
  RESOLVED(4),
  /** It succeeds, and an operator holds it for a while. */
  HELD(4),
  /** It succeeds, and an operator holds it for good. */
  HELD_FOR_GOOD(1),
  /** It succeeds, and its caller asks to keep it. */
  RETAINED(6),
  /** It succeeds, and an operator removes what it says. */
  REDACTED(5);

  private final int percent;

  Fate(int percent) {
    this.percent = percent;
  }

  static Fate of(int draw) {
    int rest = draw;
    for (Fate fate : values()) {
      rest -= fate.percent;
      if (rest < 0) {
        return fate;
      }
    }
    throw new IllegalArgumentException("draw " + draw);
  }
}
