package dev.onceward.server.record;

/**
 * The decision: one total function from what is known of a key, a command and the circumstances to
 * an answer and what is known from then on.
 *
 * <p>Pure: the same arguments give the same outcome, so a transaction that runs twice decides twice
 * alike.
 */
public final class Transitions {
  private Transitions() {}

  /**
   * Decides one command.
   *
   * @param stored what is stored of the command's key
   */
  public static Outcome decide(Evidence stored, Command command, Terms terms) {
    Case question = asSeen(stored, command, terms);
    return Rules.matching(question).effect().apply(question);
  }

  /** The row that {@link #decide} follows for the same arguments. */
  public static Rule rule(Evidence stored, Command command, Terms terms) {
    return Rules.matching(asSeen(stored, command, terms));
  }

  private static Case asSeen(Evidence stored, Command command, Terms terms) {
    return new Case(Aging.seen(stored, terms), command, terms, stored.version());
  }
}
