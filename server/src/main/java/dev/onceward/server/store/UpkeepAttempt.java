package dev.onceward.server.store;

import dev.onceward.server.record.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at one step of a background pass. Everything that must not change while a body runs
 * is fixed here.
 *
 * @param transactionId 64 random bits, stored in every record that this attempt writes
 * @param moment for all decisions of the attempt; its clock is trusted
 * @param place where the pass stands
 * @param limit how many due rows to look at
 */
public record UpkeepAttempt(long transactionId, Judge.Moment moment, Place place, int limit) {

  /**
   * Where a pass stands.
   *
   * @param after the last due row that it has seen; null at the beginning
   */
  public record Place(Chore chore, int bucket, @Nullable Bytes after) {}
}
