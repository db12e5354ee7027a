package dev.onceward.server.lane;

import dev.onceward.server.kv.Causes;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a future, told to somebody: the one place that looks behind the wrapping of a failure.
 */
final class Ending {
  private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

  private Ending() {}

  /**
   * Tells {@code listener} the value, or the failure as it was thrown; the other of the two is
   * null. What the listener itself throws ends in the log, since nobody else would ever hear of it.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the listener hears of every failure
  static <T extends @Nullable Object> void of(
      CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> listener) {
    future.whenComplete(
        (value, failure) -> {
          try {
            listener.accept(value, failure == null ? null : Causes.of(failure));
          } catch (RuntimeException | Error e) {
            LOG.error("listener failed", e);
          }
        });
  }
}
