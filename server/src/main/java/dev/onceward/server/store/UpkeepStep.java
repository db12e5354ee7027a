package dev.onceward.server.store;

import dev.onceward.server.record.Bytes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one step of a background pass has done.
 *
 * @param looked how many due rows it looked at
 * @param stored how many of them led to a change that anyone would have seen
 * @param deferred how many were put off: by a hold, a caller's wish, a freeze, a longer policy
 * @param moved how many had merely been left behind by a renewal
 * @param odd how many led to no sound record; they are reported, and left for the audit
 * @param oldestDue since when the first of them was due; null if there was none
 * @param oldestClaim when the oldest claim that it saw alive was made; null if it saw none
 * @param last the last due row that it has seen, to go on from; null if nothing more is due
 */
public record UpkeepStep(
    int looked,
    int stored,
    int deferred,
    int moved,
    int odd,
    @Nullable Instant oldestDue,
    @Nullable Instant oldestClaim,
    @Nullable Bytes last) {
  /** A step that found nothing due. */
  static final UpkeepStep NOTHING = new UpkeepStep(0, 0, 0, 0, 0, null, null, null);
}
