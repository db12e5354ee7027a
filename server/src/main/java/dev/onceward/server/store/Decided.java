package dev.onceward.server.store;

import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Terms;
import java.util.List;

/**
 * What an attempt decided, or found to have been decided by an earlier attempt of its run.
 *
 * @param transactionId the attempt whose decisions these are
 * @param items one for each command of that attempt, in its order
 */
public record Decided(long transactionId, List<Item> items) {

  /**
   * One command's decision.
   *
   * @param answer what the caller is told
   * @param terms what was decided under
   * @param writes whether the command changes its record
   * @param standsAlone whether the answer holds whatever becomes of the attempt: it neither writes
   *     nor looks at a record that the attempt changes
   */
  public record Item(Answer answer, Terms terms, boolean writes, boolean standsAlone) {}
}
