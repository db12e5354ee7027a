package dev.onceward.server.record;

import org.jspecify.annotations.Nullable;

/**
 * The decision: one total function from a record, a command and the circumstances to an answer and
 * the next record.
 *
 * <p>Pure: the same arguments give the same outcome, so a transaction that runs twice decides twice
 * alike.
 */
public final class Transitions {
  private Transitions() {}

  /**
   * Decides one command.
   *
   * @param before the stored record of the command's key, null if there is none
   */
  public static Outcome decide(@Nullable Record before, Command command, Terms terms) {
    Case question = new Case(asSeen(before, terms), command, terms);
    return Rules.matching(question).effect().apply(question);
  }

  /** The row that {@link #decide} follows for the same arguments. */
  public static Rule rule(@Nullable Record before, Command command, Terms terms) {
    return Rules.matching(new Case(asSeen(before, terms), command, terms));
  }

  private static @Nullable Record asSeen(@Nullable Record before, Terms terms) {
    return before == null ? null : Expiry.applied(before, terms);
  }
}
