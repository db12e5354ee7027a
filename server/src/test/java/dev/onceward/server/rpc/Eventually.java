package dev.onceward.server.rpc;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread brings about; fails after 10 s. */
final class Eventually {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private Eventually() {}

  static void isTrue(BooleanSupplier condition) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not true within " + LIMIT);
      }
      LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
    }
  }
}
