package dev.onceward.server.record;

import java.util.Map;

/** The effects by which operators settle what the calls cannot. */
final class Interventions {
  private Interventions() {}

  static Outcome resolveSucceeded(Case c) {
    Resolution.Succeeded found = (Resolution.Succeeded) c.resolve().resolution();
    RecordDraft next = new RecordDraft(c.record()).addReferences(found.references());
    next.result = found.result();
    next.failure = null;
    return resolved(c, next.finish(State.SUCCEEDED, Cause.RESOLVED, c.terms()));
  }

  static Outcome resolveFailed(Case c) {
    RecordDraft next = new RecordDraft(c.record());
    next.failure = ((Resolution.FailedFinal) c.resolve().resolution()).failure();
    return resolved(c, next.finish(State.FAILED_FINAL, Cause.RESOLVED, c.terms()));
  }

  static Outcome resolveNotExecuted(Case c) {
    RecordDraft next = new RecordDraft(c.record());
    Failure last = next.failure;
    next.failure =
        new Failure(
            FailureKind.RETRYABLE,
            Failure.NOT_EXECUTED,
            "an operator found that the effect did not happen",
            last == null ? Payload.EMPTY : last.payload(),
            null);
    return resolved(c, next.enter(State.FAILED_RETRYABLE, Cause.RESOLVED, c.terms().now()));
  }

  private static Outcome resolved(Case c, RecordDraft next) {
    Mandate mandate = c.ofOperator().mandate();
    String outcome = next.state == State.FAILED_RETRYABLE ? "NOT_EXECUTED" : next.state.name();
    return c.known(
        next.happened(EventKind.RESOLVED, mandate, outcome + ": " + mandate.evidence(), c.terms()));
  }

  static Outcome forceExpire(Case c) {
    RecordDraft next = new RecordDraft(c.record());
    next.failure =
        new Failure(
            FailureKind.RETRYABLE,
            Failure.LEASE_EXPIRED,
            "an operator ended the claim",
            Payload.EMPTY,
            null);
    return forced(c, next.enter(State.FAILED_RETRYABLE, Cause.FORCE_EXPIRED, c.terms().now()));
  }

  static Outcome forceIntoDoubt(Case c) {
    RecordDraft next = new RecordDraft(c.record());
    return forced(c, next.enter(State.IN_DOUBT, Cause.FORCE_EXPIRED, c.terms().now()));
  }

  private static Outcome forced(Case c, RecordDraft next) {
    Mandate mandate = c.ofOperator().mandate();
    return c.known(next.happened(EventKind.FORCE_EXPIRED, mandate, mandate.evidence(), c.terms()));
  }

  static Outcome redact(Case c) {
    Mandate mandate = c.ofOperator().mandate();
    RecordDraft next = new RecordDraft(c.record());
    Payload payload = c.record().payload();
    if (payload != null && payload.isKept()) {
      next.withPayload(payload.without(PayloadOmitted.REDACTED));
    }
    Intent intent = next.intent;
    next.intent =
        new Intent(intent.operation(), intent.requestDigest(), intent.firstSeen(), Map.of());
    return c.known(next.happened(EventKind.REDACTED, mandate, mandate.evidence(), c.terms()));
  }
}
