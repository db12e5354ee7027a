package dev.onceward.cli.demo;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The minute of 20:14: six taps of one user, and a gateway that sends two of them again. */
final class Minute {
  /** How long the order takes to be committed: a little longer than anybody waits. */
  static final Duration COMMIT_TIME = Duration.ofMillis(430);

  private static final long CLIENT_PATIENCE_MILLIS = 400;

  // The first answer is lost at 400 ms. Some of the others come before the order is committed and
  // at the same moment, some long after.
  private static final List<Arrival> ARRIVALS =
      List.of(
          new Arrival(0, "tap 1"),
          new Arrival(200, "tap 2"),
          new Arrival(400, "gateway re-send 1"),
          new Arrival(410, "tap 3"),
          new Arrival(410, "tap 4"),
          new Arrival(650, "gateway re-send 2"),
          new Arrival(800, "tap 5"),
          new Arrival(1_000, "tap 6"));

  private final Timeline timeline;

  private record Arrival(long millis, String sender) {}

  Minute(Timeline timeline) {
    this.timeline = timeline;
  }

  /** Sends all to an order service; what it made of each, whether or not the sender heard of it. */
  CompletableFuture<List<Confirmation>> replay(Orders orders) {
    List<CompletableFuture<Confirmation>> all =
        ARRIVALS.stream()
            .map(
                arrival ->
                    timeline
                        .after(Duration.ofMillis(arrival.millis()))
                        .thenCompose(now -> send(Purchase.by(arrival.sender()), orders)))
            .toList();
    return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> all.stream().map(CompletableFuture::join).toList());
  }

  private CompletableFuture<Confirmation> send(Purchase purchase, Orders orders) {
    timeline.note(purchase.sender(), "confirms the order");
    CompletableFuture<Confirmation> served = orders.confirm(purchase);
    CompletableFuture<Boolean> heard =
        served
            .copy()
            .orTimeout(CLIENT_PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
            .handle((confirmation, failure) -> hear(purchase.sender(), confirmation, failure));
    return served.thenCombine(heard, (confirmation, answered) -> confirmation);
  }

  private boolean hear(
      String sender, @Nullable Confirmation confirmation, @Nullable Throwable failure) {
    if (confirmation != null) {
      timeline.note(
          sender, "gets " + confirmation.order() + (confirmation.created() ? "" : ", by REPLAY"));
      return true;
    }
    timeline.note(
        sender,
        failure instanceof TimeoutException
            ? "heard nothing for " + CLIENT_PATIENCE_MILLIS + " ms and gives up"
            : "is refused");
    return false;
  }
}
