package dev.onceward.server.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Whether this server should get calls: the store answers, and it is not draining. Thread-safe.
 *
 * <p>Load balancers take a server out while this says no; being alive is another question.
 */
public final class Readiness {
  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;

  private final Supplier<? extends CompletionStage<?>> probe;
  private final Duration timeout;
  private volatile boolean draining;

  /**
   * Readiness by a probe.
   *
   * @param probe asks the store for something small; must not block
   * @param timeout when the store's silence is a no
   */
  public Readiness(Supplier<? extends CompletionStage<?>> probe, Duration timeout) {
    this.probe = probe;
    this.timeout = timeout;
  }

  /** From now on the answer is no. */
  public void drain() {
    draining = true;
  }

  /** The present answer; never fails. */
  CompletionStage<Page> page() {
    if (draining) {
      return CompletableFuture.completedFuture(Page.text(UNAVAILABLE, "draining\n"));
    }
    CompletableFuture<?> answer;
    try {
      // A copy, for a timeout must not cancel what others may share.
      answer = probe.get().toCompletableFuture().thenApply(ignored -> ignored);
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    // The store's own words stay in the log of whoever asked it.
    return answer
        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .handle(
            (value, thrown) ->
                thrown == null
                    ? Page.text(OK, "ready\n")
                    : Page.text(UNAVAILABLE, "the store does not answer\n"));
  }
}
