package dev.onceward.server.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record in the making: the next one, as a copy of the present with some parts changed. Used by
 * one decision only.
 */
final class RecordDraft {
  private final RecordKey key;
  private final Intent intent;
  private final long revision;
  State state;
  Cause cause;
  Instant stateSince;
  Claim claim;
  @Nullable Instant leaseExpiresAt;
  @Nullable Payload result;
  @Nullable Failure failure;
  List<String> references;
  List<String> spentAttemptIds;
  @Nullable Retention retention;
  Record.@Nullable Kept kept;

  RecordDraft(Record from) {
    key = from.key();
    intent = from.intent();
    revision = from.revision();
    state = from.state();
    cause = from.cause();
    stateSince = from.stateSince();
    claim = from.claim();
    leaseExpiresAt = from.leaseExpiresAt();
    result = from.result();
    failure = from.failure();
    references = from.references();
    spentAttemptIds = from.spentAttemptIds();
    retention = from.retention();
    kept = from.kept();
  }

  /** Enters a state; what only other states carry is dropped. */
  RecordDraft enter(State next, Cause why, Instant since) {
    state = next;
    cause = why;
    stateSince = since;
    if (next != State.PROCESSING) {
      leaseExpiresAt = null;
    }
    return this;
  }

  /** Finishes for good; from here the retention windows count. */
  RecordDraft finish(State end, Cause why, Terms terms) {
    enter(end, why, terms.now());
    kept = new Record.Kept(Tier.RETRY, terms.after(terms.policy().retryWindow()));
    return this;
  }

  /** Adds the references that are not there yet. */
  RecordDraft addReferences(List<String> more) {
    references = union(references, more);
    return this;
  }

  /** The next record, one revision on. */
  Record build() {
    return build(revision + 1);
  }

  Record build(long atRevision) {
    return new Record(
        key,
        intent,
        state,
        cause,
        stateSince,
        atRevision,
        claim,
        leaseExpiresAt,
        result,
        failure,
        references,
        spentAttemptIds,
        retention,
        kept);
  }

  static List<String> union(List<String> present, List<String> more) {
    if (present.containsAll(more)) {
      return present;
    }
    List<String> all = new ArrayList<>(present);
    for (String reference : more) {
      if (!all.contains(reference)) {
        all.add(reference);
      }
    }
    return all;
  }
}
