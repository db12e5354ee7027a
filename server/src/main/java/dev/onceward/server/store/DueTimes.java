package dev.onceward.server.store;

import dev.onceward.server.record.Aging;
import dev.onceward.server.record.Archived;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.PayloadOmitted;
import dev.onceward.server.record.Policy;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.State;
import dev.onceward.server.record.Tier;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When a record is next due for a background pass. An index only: a pass decides by the record
 * itself, so a row that is early costs a look, and one is never late.
 */
final class DueTimes {
  private DueTimes() {}

  /**
   * When a changed record's due row stands.
   *
   * <p>What only puts a moment off leaves the row behind, as a renewal or a hold does: that saves
   * two writes of three where it is common, and lets the pass see, and count, what it is kept from.
   */
  static Instant of(@Nullable StoredRow before, Record after, Policy policy) {
    Instant due = of(after, policy);
    return before != null
            && isSamePhase(before.record(), after)
            && before.indexedDue().isBefore(due)
        ? before.indexedDue()
        : due;
  }

  private static boolean isSamePhase(Record before, Record after) {
    return before.state() == after.state()
        && before.claim().version() == after.claim().version()
        && before.stateSince().equals(after.stateSince())
        && hasBytes(before) == hasBytes(after);
  }

  /** When something next happens to the record by itself. */
  static Instant of(Record record, Policy policy) {
    return switch (record.state()) {
      case PROCESSING -> Objects.requireNonNull(record.leaseExpiresAt());
      case SUCCEEDED, FAILED_FINAL ->
          stored(Aging.tierEnd(record, hasBytes(record) ? Tier.RETRY : Tier.DISPUTE, policy));
      case FAILED_RETRYABLE -> stored(Aging.patienceEnd(record, policy));
      case IN_DOUBT -> record.stateSince();
    };
  }

  /** Whether the end of the retry tier will drop something. */
  private static boolean hasBytes(Record record) {
    Payload payload = record.payload();
    return record.state() != State.PROCESSING
        && payload != null
        && payload.omitted() == PayloadOmitted.NONE
        && payload.size() > 0;
  }

  /** The day, since the epoch, on which an archived key is forgotten. */
  static long dayOf(Archived archived, Policy policy) {
    return ArchivedCodec.dayNoEarlierThan(Aging.archiveEnd(archived, policy));
  }

  /** Whole milliseconds, rounded up: due no earlier than it happens. */
  private static Instant stored(Instant moment) {
    if (moment.isAfter(Moments.NEVER)) {
      return Moments.NEVER;
    }
    Instant cut = moment.truncatedTo(ChronoUnit.MILLIS);
    return cut.equals(moment) ? cut : cut.plusMillis(1);
  }
}
