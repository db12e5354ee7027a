package dev.onceward.server.kv.faults;

import dev.onceward.server.kv.Watch;
import java.util.concurrent.CompletableFuture;

/** A watch that fires when it is told to, not when it should. Thread-safe. */
final class FaultyWatch implements Watch {
  private final Watch inner;
  private final CompletableFuture<Void> fired = new CompletableFuture<>();
  private volatile boolean cancelled;

  FaultyWatch(Watch inner) {
    this.inner = inner;
  }

  @Override
  public CompletableFuture<Void> armed() {
    return inner.armed();
  }

  @Override
  public CompletableFuture<Void> fired() {
    return fired;
  }

  void fire() {
    if (!cancelled) {
      fired.complete(null);
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
    inner.cancel();
  }
}
