package dev.onceward.server.kv;

/**
 * The source of a run's attempts. Asked before each one and outside any transaction, so this is
 * where clocks are read and ids are drawn.
 */
@FunctionalInterface
public interface Attempts<T> {
  /**
   * The body of the next attempt.
   *
   * @param past what became of the attempts of this run so far
   */
  TransactionBody<T> next(Past past);

  /** A run whose attempts are all alike. */
  static <T> Attempts<T> of(TransactionBody<T> body) {
    return past -> body;
  }

  /**
   * A run's attempts so far.
   *
   * @param attempts how many have ended
   * @param conflicts how many of them ended in a conflict
   * @param mayHaveCommitted whether any of them may have been committed, or may yet be
   */
  record Past(int attempts, int conflicts, boolean mayHaveCommitted) {}
}
