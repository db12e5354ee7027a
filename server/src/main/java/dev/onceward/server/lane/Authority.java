package dev.onceward.server.lane;

import dev.onceward.server.record.Answer;
import java.util.concurrent.CompletableFuture;

/** Whoever answers commands. Thread-safe; never blocks the caller. */
@FunctionalInterface
public interface Authority {
  /**
   * Decides a command and stores what the decision changes.
   *
   * <p>Asks of one key that are made one after the other by one thread are decided in that order. A
   * Begin or Get of a finished key may be decided on its record as it was up to a second ago. The
   * future completes normally, with a refusal where there is no answer: with OUTCOME_UNKNOWN the
   * change may have been stored, with any other refusal it was not. It may complete on any thread,
   * this one included.
   */
  CompletableFuture<Answer> ask(Ask ask);

  /**
   * Makes several asks at once: those that {@code asks} makes before it returns may be decided and
   * stored together, which costs less. Says nothing about their order or fate beyond {@link #ask}.
   */
  default void together(Runnable asks) {
    asks.run();
  }
}
