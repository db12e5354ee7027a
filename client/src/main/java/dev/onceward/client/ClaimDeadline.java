package dev.onceward.client;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The moment until which a claim surely lasts, on this process's monotonic clock. Immutable and
 * thread-safe.
 *
 * <p>It is counted from before the send that was answered, never from the arrival of the answer:
 * the server had set the lease somewhere in between, so an answer that was long under way makes
 * this deadline early but never late. No wall clock takes part, because this process's and the
 * server's may differ.
 */
public final class ClaimDeadline {
  private final LongSupplier nanoTime;
  private final long endNanos;

  private ClaimDeadline(LongSupplier nanoTime, long endNanos) {
    this.nanoTime = nanoTime;
    this.endNanos = endNanos;
  }

  /**
   * A deadline {@code remaining} after {@code sentNanos}.
   *
   * @param nanoTime a monotonic clock with any origin, such as {@link System#nanoTime}
   * @param sentNanos a reading of that clock from before the send
   * @param remaining {@code lease_remaining} as the server answered it
   */
  static ClaimDeadline of(LongSupplier nanoTime, long sentNanos, Duration remaining) {
    return new ClaimDeadline(nanoTime, sentNanos + remaining.toNanos());
  }

  /** How long the claim surely still lasts; zero once it may be over. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, endNanos - nanoTime.getAsLong()));
  }

  /** Whether the claim may be over. Work that has had no effect yet must then have none. */
  public boolean isExpired() {
    return endNanos - nanoTime.getAsLong() <= 0;
  }
}
