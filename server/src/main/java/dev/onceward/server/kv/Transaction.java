package dev.onceward.server.kv;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One attempt's view of the store: a snapshot to read, a list of guards, and writes that all happen
 * at commit or not at all. Used by one attempt only and dead after its body has completed. Not
 * thread-safe.
 *
 * <p>Reading alone never makes a transaction conflict. What a write depends on is named by {@link
 * #guard}; so a pure answer disturbs nobody and is disturbed by nobody.
 */
public interface Transaction {

  /**
   * The value of {@code key} in the snapshot, or null. Sees none of this transaction's own writes.
   */
  CompletableFuture<byte @Nullable []> read(byte[] key);

  /**
   * The first rows with {@code begin <= key < end} in the snapshot, in key order. May return fewer
   * than there are, but returns none only if there is none. {@code begin} is not after {@code end},
   * which is at most the one byte 0xff.
   *
   * @param limit at most this many rows, at least 1
   */
  CompletableFuture<List<Row>> scan(byte[] begin, byte[] end, int limit);

  /**
   * Makes the commit fail with a conflict if {@code key} was written after the snapshot. Call
   * before writing the key.
   */
  void guard(byte[] key);

  /** Writes a row. */
  void set(byte[] key, byte[] value);

  /** Removes a row, if there is one. */
  void clear(byte[] key);

  /**
   * Adds to a counter row: 8 bytes, little-endian, two's complement, absent is 0. Never conflicts
   * with another add.
   */
  void add(byte[] key, long delta);

  /**
   * Guards {@code key} and makes every other transaction that guards it conflict, without changing
   * its value; the commit happens even if nothing else is written. Shuts out an earlier attempt
   * that may still land late. Call before writing the key.
   */
  void fence(byte[] key);
}
