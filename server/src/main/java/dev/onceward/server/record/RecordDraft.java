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
  Intent intent;
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
  Keeping keeping;
  Record.@Nullable Kept kept;
  List<Event> events;

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
    keeping = from.keeping();
    kept = from.kept();
    events = from.events();
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
    Instant retryEnd = terms.policy().promises().endOf(Tier.RETRY, stateSince);
    kept = new Record.Kept(Tier.RETRY, retryEnd);
    return this;
  }

  /** Puts another payload in the place of the result's or failure's. */
  RecordDraft withPayload(Payload payload) {
    if (result != null) {
      result = payload;
    } else if (failure != null) {
      failure = failure.with(payload);
    }
    return this;
  }

  /** Notes what the claim's holder has done. */
  RecordDraft happened(EventKind kind, String why, Terms terms) {
    return note(new Event(terms.now(), kind, claim.version(), claim.owner(), why, terms.server()));
  }

  /** Notes what time has done: at that moment, whoever noticed, and whenever. */
  RecordDraft happened(EventKind kind, Instant moment) {
    return note(new Event(moment, kind, claim.version(), claim.owner(), "", ""));
  }

  /** Notes what an operator has done. */
  RecordDraft happened(EventKind kind, Mandate mandate, String why, Terms terms) {
    return note(new Event(terms.now(), kind, claim.version(), mandate.who(), why, terms.server()));
  }

  private RecordDraft note(Event event) {
    events = Events.with(events, event);
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
        keeping,
        kept,
        events);
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
