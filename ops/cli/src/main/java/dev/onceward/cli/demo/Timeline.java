package dev.onceward.cli.demo;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** The clock of one replay, and what happened when. Thread-safe. */
final class Timeline {
  private final Voice voice;
  private final Executor executor;
  private final long startNanos = System.nanoTime();

  /** A clock that starts now. */
  Timeline(Voice voice, Executor executor) {
    this.voice = voice;
    this.executor = executor;
  }

  /** Tells what somebody did, at this moment; in the order of the moments. */
  synchronized void note(String who, String what) {
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    voice.event(millis, who, what);
  }

  /** Completes when so much time has passed. */
  CompletableFuture<Void> after(Duration time) {
    Executor later =
        CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS, executor);
    return CompletableFuture.runAsync(() -> {}, later);
  }
}
