package dev.onceward.cli.demo;

import java.util.concurrent.CompletableFuture;

/** The order service of 20:14, to which each request is a new one. */
final class BareOrders implements Orders {
  private final OrderTable table;
  private final Timeline timeline;

  BareOrders(OrderTable table, Timeline timeline) {
    this.table = table;
    this.timeline = timeline;
  }

  @Override
  public CompletableFuture<Confirmation> confirm(Purchase purchase) {
    return timeline
        .after(Minute.COMMIT_TIME)
        .thenApply(
            committed -> {
              String order = table.insert(purchase);
              timeline.note(purchase.sender(), "INSERT " + order);
              return new Confirmation(order, true);
            });
  }
}
