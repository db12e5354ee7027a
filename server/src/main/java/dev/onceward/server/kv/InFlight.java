package dev.onceward.server.kv;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The count of a store's attempts in progress: bounds them, and lets close() wait until none is
 * left. Thread-safe.
 */
public final class InFlight {
  private final int max;
  private int count;
  private boolean closed;

  /** None yet, and never more than {@code max}. */
  public InFlight(int max) {
    this.max = max;
  }

  /**
   * Counts one more and starts it.
   *
   * @param attempt run by {@code executor}, with the future that it ends after {@link #exit}
   * @return that future; failed as UNAVAILABLE if there are too many, or the store is closed
   */
  public <T> CompletableFuture<T> start(Executor executor, Consumer<CompletableFuture<T>> attempt) {
    try {
      enter();
    } catch (StoreException e) {
      return CompletableFuture.failedFuture(e);
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    executor.execute(() -> attempt.accept(result));
    return result;
  }

  /**
   * Counts one more, to be given back by {@link #exit}.
   *
   * @throws StoreException UNAVAILABLE if there are too many, or the store is closed
   */
  public synchronized void enter() {
    if (closed) {
      throw unavailable("the store is closed");
    }
    if (count == max) {
      throw unavailable("too many attempts in progress: " + max);
    }
    count++;
  }

  /** Gives back what {@link #start} or {@link #enter} took. */
  public synchronized void exit() {
    count--;
    if (count == 0) {
      notifyAll();
    }
  }

  /**
   * Refuses new ones and waits for those in progress. Safe to repeat.
   *
   * @return whether all have ended; false after {@code patience} or an interrupt
   */
  public synchronized boolean close(Duration patience) {
    closed = true;
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      while (count > 0) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        // A millisecond more: timedWait truncates, and would spin through the last one.
        TimeUnit.NANOSECONDS.timedWait(this, left + TimeUnit.MILLISECONDS.toNanos(1));
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether {@link #close} was called. */
  public synchronized boolean closed() {
    return closed;
  }

  private static StoreException unavailable(String message) {
    return StoreException.of(StoreException.Kind.UNAVAILABLE, message, null);
  }
}
