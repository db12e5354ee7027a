package dev.onceward.server.kv;

import java.util.concurrent.CompletableFuture;

/**
 * An ordered map from byte strings to byte strings with serialisable transactions. Thread-safe.
 *
 * <p>Keys are 1 to 10,000 bytes and do not begin with the byte 0xff, values are up to 100,000
 * bytes, a transaction up to 1 MB; FoundationDB sets these limits and every adapter refuses more,
 * by the same {@link Footprint}. Arrays that are handed over or out must not be changed afterwards.
 */
public interface KeyValueStore extends AutoCloseable {

  /**
   * Runs one transaction once: opens a snapshot, calls {@code body}, and commits when its future
   * completes normally.
   *
   * <p>Never retries, so that everything above sees the same outcomes whatever store is below;
   * {@link TransactionRunner} is the loop. The body is called on a thread of the adapter and must
   * not block. If the body fails, nothing is written and the returned future fails with the same
   * exception. A body that neither writes nor fences commits nothing, so its guards never conflict.
   * The snapshot is opened at the latest by the first read.
   *
   * @return the body's value once the commit is durable; fails with {@link StoreException} whose
   *     kind tells whether the writes may have happened
   */
  <T> CompletableFuture<T> attempt(TransactionBody<T> body);

  /**
   * Watches one key from now on. A hint, not a promise: it may fire late, without a change, or
   * never, so a caller keeps a poll of its own. Look at the key again after {@link Watch#armed()}:
   * a change before that does not fire.
   */
  Watch watch(byte[] key);

  /**
   * The same store for work that nobody waits for: attempts by this view yield to those of the
   * store itself, as far as the store knows priorities; one that knows none gives itself. The view
   * sees and does the same in every other respect, and need not be closed: that is the store's.
   */
  default KeyValueStore background() {
    return this;
  }

  /**
   * Makes values that were removed or overwritten in {@code begin <= key < end} unreadable in this
   * store's files, as far as it can: those that were gone, for all who look, when this was called.
   * What is there stays. May take long, and delays no attempt meanwhile by more than the store's
   * own upkeep does. Safe to repeat.
   *
   * @return completes when they are gone; fails with a {@link StoreException} if they may not be
   */
  CompletableFuture<Void> scrub(byte[] begin, byte[] end);

  /**
   * Releases the store after the attempts in flight have ended; later calls fail with UNAVAILABLE.
   * Safe to repeat.
   */
  @Override
  void close();
}
