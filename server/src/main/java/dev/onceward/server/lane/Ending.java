package dev.onceward.server.lane;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The end of a future, told to somebody: the one place that looks behind the wrapping of a failure.
 */
final class Ending {
  private Ending() {}

  /**
   * Tells {@code listener} the value, or the failure as it was thrown; the other of the two is
   * null.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the listener hears of every failure
  static <T extends @Nullable Object> void of(
      CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> listener) {
    future.whenComplete((value, failure) -> listener.accept(value, unwrapped(failure)));
  }

  private static @Nullable Throwable unwrapped(@Nullable Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
