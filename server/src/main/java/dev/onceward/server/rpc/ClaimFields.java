package dev.onceward.server.rpc;

import static dev.onceward.v1.FailureKind.FAILURE_KIND_FINAL;
import static dev.onceward.v1.FailureKind.FAILURE_KIND_UNKNOWN;

import dev.onceward.server.record.Command;
import dev.onceward.server.record.Failure;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Lengths;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.RecordKey;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.FailRequest;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.RenewRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what an attempt says about its own claim: Complete, Fail and Renew. */
final class ClaimFields {
  private ClaimFields() {}

  /** The question that a Complete puts; null if a field does not pass. */
  static @Nullable Question complete(CompleteRequest request, FieldChecks checks) {
    RecordKey key = CommonFields.key(request.getTenant(), request.getKey(), checks);
    String attemptId = versionAndAttempt(request.getVersion(), request.getAttemptId(), checks);
    Payload result = result(request, checks);
    List<String> references = CommonFields.references(request.getReferencesList(), checks);
    if (result == null || !checks.passed()) {
      return null;
    }
    Command.ClaimRef claim = new Command.ClaimRef(key, request.getVersion(), attemptId);
    return Question.of(new Command.Complete(claim, result, references));
  }

  /** The question that a Fail puts; null if a field does not pass. */
  static @Nullable Question fail(FailRequest request, FieldChecks checks) {
    RecordKey key = CommonFields.key(request.getTenant(), request.getKey(), checks);
    String attemptId = versionAndAttempt(request.getVersion(), request.getAttemptId(), checks);
    Failure failure = failure(request, checks);
    Duration retryAfter = retryAfter(request, checks);
    if (failure == null || !checks.passed()) {
      return null;
    }
    Command.ClaimRef claim = new Command.ClaimRef(key, request.getVersion(), attemptId);
    return Question.of(new Command.Fail(claim, failure, retryAfter));
  }

  /** The question that a Renew puts; null if a field does not pass. */
  static @Nullable Question renew(RenewRequest request, FieldChecks checks) {
    RecordKey key = CommonFields.key(request.getTenant(), request.getKey(), checks);
    checks.version("version", request.getVersion());
    checks.text("attempt_id", request.getAttemptId(), Limits.ATTEMPT_ID_MIN, Limits.ATTEMPT_ID);
    Duration lease = CommonFields.lease(request.hasLease(), request.getLease(), checks);
    LeaseExpiry expiry =
        CommonFields.leaseExpiry(
            request.getOnLeaseExpiry(), request.getOnLeaseExpiryValue(), checks);
    List<String> references = CommonFields.references(request.getReferencesList(), checks);
    if (!checks.passed()) {
      return null;
    }
    Command.ClaimRef claim =
        new Command.ClaimRef(key, request.getVersion(), request.getAttemptId());
    return Question.of(new Command.Renew(claim, lease, expiry, references));
  }

  /** The attempt id; null if absent, which only settles a doubt. */
  private static @Nullable String versionAndAttempt(
      long version, String attemptId, FieldChecks checks) {
    checks.version("version", version);
    if (attemptId.isEmpty()) {
      return null;
    }
    checks.text("attempt_id", attemptId, Limits.ATTEMPT_ID_MIN, Limits.ATTEMPT_ID);
    return attemptId;
  }

  private static @Nullable Payload result(CompleteRequest request, FieldChecks checks) {
    if (!request.hasResult()) {
      return Payload.EMPTY;
    }
    checks.enter("result");
    Payload result = PayloadFields.result(request.getResult(), checks);
    checks.leave();
    return result;
  }

  private static @Nullable Failure failure(FailRequest request, FieldChecks checks) {
    if (!request.hasFailure()) {
      checks.add("failure", "is missing: say what went wrong, with its kind");
      return null;
    }
    checks.enter("failure");
    Failure failure = PayloadFields.failure(request.getFailure(), checks);
    checks.leave();
    return failure;
  }

  private static Duration retryAfter(FailRequest request, FieldChecks checks) {
    if (!request.hasRetryAfter()) {
      return Duration.ZERO;
    }
    Duration asked =
        checks.duration(
            "retry_after", request.getRetryAfter(), Duration.ZERO, Limits.RETRY_AFTER_MAX);
    if (asked == null) {
      return Duration.ZERO;
    }
    FailureKind kind = request.getFailure().getKind();
    if (!asked.isZero() && (kind == FAILURE_KIND_FINAL || kind == FAILURE_KIND_UNKNOWN)) {
      checks.add(
          "retry_after",
          "is "
              + Lengths.of(asked)
              + ", only a failure of kind RETRYABLE is tried again: leave it out");
    }
    return asked;
  }
}
