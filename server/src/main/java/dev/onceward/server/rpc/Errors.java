package dev.onceward.server.rpc;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.rpc.BadRequest;
import com.google.rpc.Code;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import dev.onceward.server.record.Reason;
import dev.onceward.v1.NextStep;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;

/**
 * Refusals in the wire's words: the one table from a reason to its code, its next step and the
 * pause after which waiting has helped.
 *
 * <p>Whoever refuses a call goes through here, so a client sees one shape of error: google.rpc
 * ErrorInfo of the domain {@value #DOMAIN}, with RetryInfo and BadRequest where they apply.
 */
final class Errors {
  /** The ErrorInfo's domain. */
  static final String DOMAIN = "onceward";

  /** Tells grpc's own retries when to come; in milliseconds. */
  static final Metadata.Key<String> PUSHBACK =
      Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

  private static final String NEXT_STEP_PREFIX = "NEXT_STEP_";
  private static final String CURRENT_REVISION = "current_revision";
  private static final long NO_PAUSE = -1;

  private Errors() {}

  /**
   * How a reason is told.
   *
   * @param pauseMillis when to come back; negative where waiting does not help
   */
  record Treatment(Code code, NextStep next, long pauseMillis) {
    boolean waitingHelps() {
      return pauseMillis >= 0;
    }
  }

  /** The table. */
  static Treatment treatment(Reason reason) {
    return switch (reason) {
      case INVALID_FIELD, POLICY_UNCOVERED -> nothing(Code.INVALID_ARGUMENT);
      case DIGEST_MISMATCH, OPERATION_MISMATCH ->
          next(Code.FAILED_PRECONDITION, NextStep.NEXT_STEP_NEW_KEY);
      // The intent may well be the same one: another key could do it twice.
      case DIGEST_RECIPE_UNKNOWN, FROZEN, ARCHIVED, HELD ->
          next(Code.FAILED_PRECONDITION, NextStep.NEXT_STEP_ASK_OPERATOR);
      // A fresh Begin claims nothing that is finished: it is told the recorded end.
      case ALREADY_FAILED, ALREADY_SUCCEEDED, ALREADY_FINISHED, LEASE_LOST ->
          next(Code.FAILED_PRECONDITION, NextStep.NEXT_STEP_SAME_KEY_NEW_ATTEMPT);
      case NOT_IN_DOUBT, ALREADY_RESOLVED -> nothing(Code.FAILED_PRECONDITION);
      case STALE_CLAIM -> next(Code.ABORTED, NextStep.NEXT_STEP_SAME_KEY_NEW_ATTEMPT);
      // Two results of one intent: its effect has happened twice.
      case RESULT_CONFLICT -> next(Code.ALREADY_EXISTS, NextStep.NEXT_STEP_ASK_OPERATOR);
      case NOT_FOUND -> nothing(Code.NOT_FOUND);
      case QUOTA_EXCEEDED -> wait(Code.RESOURCE_EXHAUSTED, 1_000);
      case OVERLOADED -> wait(Code.UNAVAILABLE, 200);
      case STORE_UNAVAILABLE -> wait(Code.UNAVAILABLE, 500);
      case CLOCK_UNTRUSTED -> wait(Code.UNAVAILABLE, 1_000);
      case OUTCOME_UNKNOWN -> wait(Code.UNAVAILABLE, 100);
      case RECORD_CORRUPT -> next(Code.DATA_LOSS, NextStep.NEXT_STEP_ASK_OPERATOR);
      case UNAUTHENTICATED -> next(Code.UNAUTHENTICATED, NextStep.NEXT_STEP_ASK_OPERATOR);
      case PERMISSION_DENIED -> next(Code.PERMISSION_DENIED, NextStep.NEXT_STEP_ASK_OPERATOR);
      case INTERNAL -> next(Code.INTERNAL, NextStep.NEXT_STEP_ASK_OPERATOR);
    };
  }

  private static Treatment nothing(Code code) {
    return new Treatment(code, NextStep.NEXT_STEP_UNSPECIFIED, NO_PAUSE);
  }

  private static Treatment next(Code code, NextStep next) {
    return new Treatment(code, next, NO_PAUSE);
  }

  private static Treatment wait(Code code, long pauseMillis) {
    return new Treatment(code, NextStep.NEXT_STEP_SAME_CALL, pauseMillis);
  }

  /** The status with all its details, as an item of a Batch carries it. */
  static Status status(Refusal refusal) {
    Treatment treatment = treatment(refusal.reason());
    // An operator whose revision is old has no attempt to begin: he has to look again.
    NextStep next =
        refusal.details().containsKey(CURRENT_REVISION)
            ? NextStep.NEXT_STEP_UNSPECIFIED
            : treatment.next();
    Status.Builder status =
        Status.newBuilder()
            .setCode(treatment.code().getNumber())
            .setMessage(refusal.message())
            .addDetails(Any.pack(info(refusal, next)));
    if (treatment.waitingHelps()) {
      status.addDetails(Any.pack(retryInfo(treatment.pauseMillis())));
    }
    if (!refusal.violations().isEmpty()) {
      status.addDetails(Any.pack(badRequest(refusal)));
    }
    return status.build();
  }

  /** The status as a call's end, with trailers. */
  static StatusRuntimeException exception(Refusal refusal) {
    return StatusProto.toStatusRuntimeException(status(refusal), trailers(refusal));
  }

  /** Ends a call that has not been answered. */
  static void close(ServerCall<?, ?> call, Refusal refusal) {
    StatusRuntimeException exception = exception(refusal);
    Metadata trailers = exception.getTrailers();
    call.close(exception.getStatus(), trailers == null ? new Metadata() : trailers);
  }

  private static Metadata trailers(Refusal refusal) {
    Metadata trailers = new Metadata();
    Treatment treatment = treatment(refusal.reason());
    if (treatment.waitingHelps()) {
      trailers.put(PUSHBACK, Long.toString(treatment.pauseMillis()));
    }
    return trailers;
  }

  private static ErrorInfo info(Refusal refusal, NextStep next) {
    ErrorInfo.Builder info =
        ErrorInfo.newBuilder()
            .setDomain(DOMAIN)
            .setReason(refusal.reason().name())
            .putAllMetadata(refusal.details());
    if (next != NextStep.NEXT_STEP_UNSPECIFIED) {
      info.putMetadata("next", next.name().substring(NEXT_STEP_PREFIX.length()));
    }
    if (!refusal.violations().isEmpty()) {
      info.putMetadata("field", refusal.violations().get(0).field());
    }
    return info.build();
  }

  private static RetryInfo retryInfo(long pauseMillis) {
    Duration pause = TimeMessages.of(java.time.Duration.ofMillis(pauseMillis));
    return RetryInfo.newBuilder().setRetryDelay(pause).build();
  }

  private static BadRequest badRequest(Refusal refusal) {
    BadRequest.Builder details = BadRequest.newBuilder();
    for (Violation violation : refusal.violations()) {
      details.addFieldViolations(
          BadRequest.FieldViolation.newBuilder()
              .setField(violation.field())
              .setDescription(violation.description()));
    }
    return details.build();
  }
}
