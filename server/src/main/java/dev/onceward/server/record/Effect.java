package dev.onceward.server.record;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a rule does: an answer, and the next record where there is one. */
public enum Effect {
  /** The first claim of the key. */
  CLAIM(State.PROCESSING, Claiming::claim),
  /** A further claim after a failed attempt. */
  CLAIM_AGAIN(State.PROCESSING, Claiming::claimAgain),
  /** The claim as it was answered before. */
  RESUME(null, Claiming::resume),
  /** Another attempt is at work. */
  IN_PROGRESS(null, Claiming::inProgress),
  /** The recorded end. */
  REPLAY(null, c -> Claiming.told(Decision.REPLAY, c)),
  /** The record waits for its doubt to be settled. */
  IN_DOUBT(null, c -> Claiming.told(Decision.IN_DOUBT, c)),
  /** A pause is asked for, or another version. */
  RETRY_LATER(null, Claiming::retryLater),
  /** No attempts are left, and the last one said that it failed. */
  EXHAUST(State.FAILED_FINAL, Reporting::exhaust),
  /** No attempts are left, and the last one may have had its effect. */
  EXHAUST_INTO_DOUBT(State.IN_DOUBT, Reporting::exhaustIntoDoubt),
  /** The result is recorded, even if it comes late. */
  SUCCEED(State.SUCCEEDED, Reporting::succeed),
  /** The failure is recorded; the next Begin may claim. */
  FAIL_RETRYABLE(State.FAILED_RETRYABLE, Reporting::failRetryable),
  /** The failure is recorded as the end. */
  FAIL_FINAL(State.FAILED_FINAL, Reporting::failFinal),
  /** The attempt does not know whether it had its effect. */
  FAIL_UNKNOWN(State.IN_DOUBT, Reporting::failUnknown),
  /** The deadline moves, HOLD sticks, references are added. */
  EXTEND(State.PROCESSING, Claiming::extend),
  /** The renewal's answer as things stand. */
  TELL_CLAIM(null, Claiming::tellClaim),
  /** The evidence is kept longer; the state stays. */
  RETAIN(null, Keepings::retain),
  /** The record as it stands. */
  TELL(null, c -> Outcome.pure(c.told(c.found()))),

  /** An operator's hold is placed. */
  HOLD(null, Keepings::hold),
  /** An operator's hold is taken back. */
  RELEASE(null, Keepings::release),
  /** The doubt was a success. */
  RESOLVE_SUCCEEDED(State.SUCCEEDED, Interventions::resolveSucceeded),
  /** The doubt was a failure for good. */
  RESOLVE_FAILED(State.FAILED_FINAL, Interventions::resolveFailed),
  /** The doubt was nothing at all: the next Begin may claim. */
  RESOLVE_NOT_EXECUTED(State.FAILED_RETRYABLE, Interventions::resolveNotExecuted),
  /** The claim ends, and the next Begin may claim. */
  FORCE_EXPIRE(State.FAILED_RETRYABLE, Interventions::forceExpire),
  /** The claim ends, and its effect is in doubt. */
  FORCE_INTO_DOUBT(State.IN_DOUBT, Interventions::forceIntoDoubt),
  /** Payload and labels are removed; the state stays. */
  REDACT(null, Interventions::redact),

  /** There is no record. */
  REFUSE_NOT_FOUND(Reason.NOT_FOUND, "there is no record for this key"),
  /** The key stands for something else. */
  REFUSE_OPERATION(
      c ->
          refused(
              Reason.OPERATION_MISMATCH, "the key was used for another operation", operation(c))),
  /** The key stands for other parameters. */
  REFUSE_DIGEST(
      Reason.DIGEST_MISMATCH,
      "the key was used with other parameters: the request digest differs from the recorded one"),
  /** A policy's demand. */
  REFUSE_WITHOUT_VERSION(
      c ->
          refused(
              Reason.INVALID_FIELD,
              "the tenant's policy wants a failed key to be claimed by its version",
              Map.of("field", "expected_version", "current_version", version(c)))),
  /** Nobody may act for a claim without its attempt_id, but where a doubt is settled. */
  REFUSE_WITHOUT_ATTEMPT(
      c ->
          refused(
              Reason.INVALID_FIELD,
              "attempt_id may be absent only while the key is IN_DOUBT",
              Map.of("field", "attempt_id"))),
  /** References have a limit. */
  REFUSE_REFERENCES(
      c ->
          refused(
              Reason.INVALID_FIELD,
              "the record would have more than 16 references",
              Map.of("field", "references"))),
  /** The lease has ended. */
  REFUSE_LEASE_LOST(Reason.LEASE_LOST, "the attempt's lease has ended"),
  /** A failure is recorded. */
  REFUSE_ALREADY_FAILED(Reason.ALREADY_FAILED, "the attempt has already failed"),
  /** A success is recorded. */
  REFUSE_ALREADY_SUCCEEDED(Reason.ALREADY_SUCCEEDED, "the attempt has already succeeded"),
  /** The end is recorded. */
  REFUSE_ALREADY_FINISHED(Reason.ALREADY_FINISHED, "the attempt has already finished"),
  /** The claim is another's. */
  REFUSE_STALE(
      c ->
          refused(
              Reason.STALE_CLAIM,
              "the key is held by another claim than the one named",
              Map.of("current_version", version(c)))),
  /** Another result is recorded. */
  REFUSE_RESULT_CONFLICT(Reason.RESULT_CONFLICT, "the key has succeeded with another result"),
  /** Only a fingerprint is left. */
  REFUSE_ARCHIVED(Reason.ARCHIVED, "the key was handled long ago; only a fingerprint is left"),
  /** No work starts. */
  REFUSE_FROZEN(Reason.FROZEN, "an operator has frozen the key: no work starts"),
  /** Without a clock nothing is granted. */
  REFUSE_CLOCK(
      Reason.CLOCK_UNTRUSTED, "the server does not trust its clock, so it grants no lease"),
  /** Leases have a limit. */
  REFUSE_LEASE(
      c ->
          refused(
              Reason.INVALID_FIELD,
              "the lease is longer than the tenant's policy grants: at most "
                  + Lengths.of(c.terms().policy().claims().longestLease()),
              Map.of("field", "lease"))),
  /** The operator saw something older. */
  REFUSE_REVISION(
      c ->
          refused(
              Reason.STALE_CLAIM,
              "the record has changed since: read it again, then decide again",
              Map.of("current_revision", Long.toString(c.found().revision())))),
  /** Whoever places a hold relies on it. */
  REFUSE_HOLD_OVER(
      c ->
          refused(
              Reason.INVALID_FIELD,
              "the hold would be over before it is placed",
              Map.of("field", "until"))),
  /** Holds have a limit. */
  REFUSE_HOLDS(
      c ->
          refused(
              Reason.INVALID_FIELD,
              "the record would have more than " + Keeping.HOLDS_MAX + " holds: release one",
              Map.of("field", "name"))),
  /** A hold stands in the way. */
  REFUSE_HELD(Reason.HELD, "an operator's hold keeps the record as it is: release it first"),
  /** There is no doubt. */
  REFUSE_NOT_IN_DOUBT(Reason.NOT_IN_DOUBT, "there is no doubt to settle"),
  /** An operator has said otherwise. */
  REFUSE_ALREADY_RESOLVED(
      Reason.ALREADY_RESOLVED, "the doubt was settled otherwise; the record tells how");

  private final @Nullable State target;

  @SuppressWarnings("ImmutableEnumChecker") // lambdas over nothing but their argument
  private final Function<Case, Outcome> function;

  Effect(@Nullable State target, Function<Case, Outcome> function) {
    this.target = target;
    this.function = function;
  }

  Effect(Function<Case, Outcome> function) {
    this(null, function);
  }

  Effect(Reason reason, String message) {
    this(null, c -> Outcome.pure(new Answer.Refused(reason, message)));
  }

  /**
   * The state that every record is in after this effect; null if the effect leaves the state as it
   * is. Of those, only {@link #RETAIN}, {@link #HOLD}, {@link #RELEASE} and {@link #REDACT} change
   * something.
   */
  public @Nullable State target() {
    return target;
  }

  Outcome apply(Case question) {
    return function.apply(question);
  }

  private static Outcome refused(Reason reason, String message, Map<String, String> details) {
    return Outcome.pure(new Answer.Refused(reason, message, details));
  }

  /** The recorded one; of an archived key only a fingerprint is known. */
  private static Map<String, String> operation(Case c) {
    Record record = c.found().online();
    return record == null ? Map.of() : Map.of("operation", record.intent().operation());
  }

  private static String version(Case c) {
    return Long.toString(c.record().claim().version());
  }
}
