package dev.onceward.crooked.http;

import dev.onceward.crooked.rpc.KnowsAll;
import java.util.concurrent.CompletableFuture;

/** A page that prints, and knows the services. */
public final class PageManager {
  /** How often. */
  public int shown;

  private PageManager() {}

  void show(CompletableFuture<String> page) {
    page.thenAcceptAsync(text -> System.out.println(text + KnowsAll.class)).isDone();
  }
}
