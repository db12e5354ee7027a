package dev.onceward.server.rpc;

import static dev.onceward.v1.FailureKind.FAILURE_KIND_FINAL;
import static dev.onceward.v1.FailureKind.FAILURE_KIND_UNSPECIFIED;

import dev.onceward.server.record.Command;
import dev.onceward.server.record.Failure;
import dev.onceward.server.record.Mandate;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Resolution;
import dev.onceward.v1.ForceExpireRequest;
import dev.onceward.v1.HoldRequest;
import dev.onceward.v1.RedactRequest;
import dev.onceward.v1.ReleaseHoldRequest;
import dev.onceward.v1.ResolveRequest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what an operator orders about one record. */
final class InterventionFields {
  private InterventionFields() {}

  /** The question that a Hold puts; null if a field does not pass. */
  static @Nullable Question hold(HoldRequest request, FieldChecks checks) {
    RecordKey key = CommonFields.key(request.getTenant(), request.getKey(), checks);
    Mandate mandate =
        seen(request.getWho(), request.getEvidence(), request.getExpectedRevision(), checks);
    checks.text("name", request.getName(), 1, Limits.HOLD_NAME);
    Instant until = request.hasUntil() ? checks.timestamp("until", request.getUntil()) : null;
    return checks.passed()
        ? Question.of(new Command.Hold(key, mandate, request.getName(), until))
        : null;
  }

  /** The question that a ReleaseHold puts; null if a field does not pass. */
  static @Nullable Question release(ReleaseHoldRequest request, FieldChecks checks) {
    RecordKey key = CommonFields.key(request.getTenant(), request.getKey(), checks);
    Mandate mandate =
        request.hasExpectedRevision()
            ? seen(request.getWho(), request.getEvidence(), request.getExpectedRevision(), checks)
            : unseen(request.getWho(), request.getEvidence(), checks);
    checks.text("name", request.getName(), 1, Limits.HOLD_NAME);
    return checks.passed()
        ? Question.of(new Command.Release(key, mandate, request.getName()))
        : null;
  }

  /** The question that a Resolve puts; null if a field does not pass. */
  static @Nullable Question resolve(ResolveRequest request, FieldChecks checks) {
    RecordKey key = CommonFields.key(request.getTenant(), request.getKey(), checks);
    Mandate mandate =
        seen(request.getWho(), request.getEvidence(), request.getExpectedRevision(), checks);
    List<String> references = CommonFields.references(request.getReferencesList(), checks);
    if (!references.isEmpty() && !request.hasSucceeded()) {
      checks.add("references", "are given although nothing succeeded: leave them out");
    }
    Resolution resolution =
        switch (request.getOutcomeCase()) {
          case SUCCEEDED -> succeeded(request, references, checks);
          case FAILED_FINAL -> failed(request, checks);
          case NOT_EXECUTED -> new Resolution.NotExecuted();
          case OUTCOME_NOT_SET -> {
            checks.add("outcome", "is missing: send one of succeeded, failed_final, not_executed");
            yield null;
          }
        };
    return resolution != null && checks.passed()
        ? Question.of(new Command.Resolve(key, mandate, resolution))
        : null;
  }

  private static @Nullable Resolution succeeded(
      ResolveRequest request, List<String> references, FieldChecks checks) {
    checks.enter("succeeded");
    Payload result = PayloadFields.result(request.getSucceeded(), checks);
    checks.leave();
    return result == null ? null : new Resolution.Succeeded(result, references);
  }

  private static @Nullable Resolution failed(ResolveRequest request, FieldChecks checks) {
    dev.onceward.v1.Failure given = request.getFailedFinal();
    boolean plain = given.getKind() == FAILURE_KIND_UNSPECIFIED;
    checks.enter("failed_final");
    if (!plain && given.getKind() != FAILURE_KIND_FINAL) {
      checks.add("kind", "must be FINAL or absent: a failure that is not final is not_executed");
    }
    Failure failure =
        PayloadFields.failure(
            plain ? given.toBuilder().setKind(FAILURE_KIND_FINAL).build() : given, checks);
    checks.leave();
    return failure == null ? null : new Resolution.FailedFinal(failure);
  }

  /** The question that a ForceExpire puts; null if a field does not pass. */
  static @Nullable Question forceExpire(ForceExpireRequest request, FieldChecks checks) {
    RecordKey key = CommonFields.key(request.getTenant(), request.getKey(), checks);
    Mandate mandate =
        seen(request.getWho(), request.getEvidence(), request.getExpectedRevision(), checks);
    return checks.passed() ? Question.of(new Command.ForceExpire(key, mandate)) : null;
  }

  /** The question that a Redact puts; null if a field does not pass. */
  static @Nullable Question redact(RedactRequest request, FieldChecks checks) {
    RecordKey key = CommonFields.key(request.getTenant(), request.getKey(), checks);
    Mandate mandate =
        seen(request.getWho(), request.getEvidence(), request.getExpectedRevision(), checks);
    return checks.passed() ? Question.of(new Command.Redact(key, mandate)) : null;
  }

  /** The word of an operator who says what he saw. */
  private static Mandate seen(String who, String evidence, long revision, FieldChecks checks) {
    checks.revision("expected_revision", revision);
    CommonFields.onWhoseWord(who, evidence, checks);
    return new Mandate(who, evidence, revision);
  }

  /** The word of an operator who means the record whatever it is by now. */
  private static Mandate unseen(String who, String evidence, FieldChecks checks) {
    CommonFields.onWhoseWord(who, evidence, checks);
    return new Mandate(who, evidence, null);
  }
}
