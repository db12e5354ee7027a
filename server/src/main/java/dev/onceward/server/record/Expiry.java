package dev.onceward.server.record;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The first rule: a claim whose lease has ended is what its {@code onLeaseExpiry} says, for whoever
 * looks, stored or not.
 *
 * <p>All that it sets follows from the record alone, never from when somebody looked. So a server
 * that stores it and one that only sees it agree to the last field, and nobody can tell whether it
 * has been stored.
 */
public final class Expiry {
  private Expiry() {}

  /** The record as anyone sees it at the time of {@code terms}. */
  public static Record applied(Record record, Terms terms) {
    Instant end = record.leaseExpiresAt();
    if (end == null || terms.now().isBefore(firstMoment(end, terms))) {
      return record;
    }
    RecordDraft next = new RecordDraft(record);
    return switch (record.claim().onLeaseExpiry()) {
      case HOLD -> ended(next, State.IN_DOUBT, end);
      case RETRY -> {
        next.failure =
            new Failure(
                FailureKind.RETRYABLE,
                Failure.LEASE_EXPIRED,
                "the lease ended without Complete or Fail",
                Payload.EMPTY,
                null);
        yield ended(next, State.FAILED_RETRYABLE, end);
      }
    };
  }

  private static Record ended(RecordDraft next, State state, Instant end) {
    return next.enter(state, Cause.LEASE_EXPIRED, end).happened(EventKind.EXPIRED, end).build();
  }

  /** When a claim with that deadline counts as over: the first whole millisecond past all doubt. */
  static Instant firstMoment(Instant leaseEnd, Terms terms) {
    return leaseEnd.plus(terms.skewAllowance()).truncatedTo(ChronoUnit.MILLIS).plusMillis(1);
  }
}
