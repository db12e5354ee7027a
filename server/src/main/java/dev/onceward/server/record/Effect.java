package dev.onceward.server.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a rule does: an answer, and the next record where there is one. */
public enum Effect {
  /** The first claim of the key. */
  CLAIM(State.PROCESSING, Effect::claim),
  /** A further claim after a failed attempt. */
  CLAIM_AGAIN(State.PROCESSING, Effect::claimAgain),
  /** The claim as it was answered before. */
  RESUME(null, c -> executing(c.record(), true, c.terms())),
  /** Another attempt is at work. */
  IN_PROGRESS(null, Effect::inProgress),
  /** The recorded end. */
  REPLAY(null, c -> begun(Decision.REPLAY, c.record())),
  /** The record waits for its doubt to be settled. */
  IN_DOUBT(null, c -> begun(Decision.IN_DOUBT, c.record())),
  /** A pause is asked for, or another version. */
  RETRY_LATER(null, Effect::retryLater),
  /** No attempts are left, and the last one said that it failed. */
  EXHAUST(State.FAILED_FINAL, Effect::exhaust),
  /** No attempts are left, and the last one may have had its effect. */
  EXHAUST_INTO_DOUBT(State.IN_DOUBT, Effect::exhaustIntoDoubt),
  /** The result is recorded, even if it comes late. */
  SUCCEED(State.SUCCEEDED, Effect::succeed),
  /** The failure is recorded; the next Begin may claim. */
  FAIL_RETRYABLE(State.FAILED_RETRYABLE, Effect::failRetryable),
  /** The failure is recorded as the end. */
  FAIL_FINAL(State.FAILED_FINAL, Effect::failFinal),
  /** The attempt does not know whether it had its effect. */
  FAIL_UNKNOWN(State.IN_DOUBT, Effect::failUnknown),
  /** The deadline moves, HOLD sticks, references are added. */
  EXTEND(State.PROCESSING, Effect::extend),
  /** The renewal's answer as things stand. */
  TELL_CLAIM(null, c -> Outcome.pure(renewed(c.record(), c.terms()))),
  /** The evidence is kept longer; the state stays. */
  RETAIN(null, Effect::retain),
  /** The record as it stands. */
  TELL(null, c -> Outcome.pure(new Answer.Known(c.record()))),

  /** There is no record. */
  REFUSE_NOT_FOUND(Reason.NOT_FOUND, "there is no record for this key"),
  /** The key stands for something else. */
  REFUSE_OPERATION(
      c ->
          refused(
              Reason.OPERATION_MISMATCH,
              "the key was used for another operation",
              Map.of("operation", c.record().intent().operation()))),
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
  REFUSE_RESULT_CONFLICT(Reason.RESULT_CONFLICT, "the key has succeeded with another result");

  private static final Duration POLL_PAUSE_MAX = Duration.ofSeconds(1);

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
   * is. {@link #RETAIN} is the only effect without a target that changes something.
   */
  public @Nullable State target() {
    return target;
  }

  Outcome apply(Case question) {
    return function.apply(question);
  }

  private static Outcome claim(Case c) {
    Command.Begin begin = c.begin();
    Terms terms = c.terms();
    Record record =
        new Record(
            begin.key(),
            new Intent(begin.operation(), begin.digests().get(0), terms.now(), begin.labels()),
            State.PROCESSING,
            Cause.CALL,
            terms.now(),
            1,
            grant(c, terms.mintVersion(0), 1),
            terms.leaseEnd(begin.lease()),
            null,
            null,
            List.of(),
            List.of(),
            null,
            null);
    return new Outcome(executing(record, false, terms).answer(), record);
  }

  private static Outcome claimAgain(Case c) {
    Claim last = c.record().claim();
    RecordDraft next = new RecordDraft(c.record());
    next.enter(State.PROCESSING, Cause.CALL, c.terms().now());
    next.claim = grant(c, c.terms().mintVersion(last.version()), last.attempt() + 1);
    next.leaseExpiresAt = c.terms().leaseEnd(c.begin().lease());
    next.failure = Objects.requireNonNull(next.failure).notBefore(null);
    next.spentAttemptIds = spent(c.record());
    Record record = next.build();
    return new Outcome(executing(record, false, c.terms()).answer(), record);
  }

  private static Claim grant(Case c, long version, int attempt) {
    Command.Begin begin = c.begin();
    LeaseExpiry expiry = begin.onLeaseExpiry();
    return new Claim(
        version,
        attempt,
        begin.attemptId(),
        begin.owner(),
        c.terms().now(),
        expiry == null ? c.terms().policy().onLeaseExpiry() : expiry);
  }

  private static List<String> spent(Record record) {
    List<String> all = new ArrayList<>(record.spentAttemptIds());
    all.add(record.claim().attemptId());
    int surplus = Math.max(0, all.size() - Record.SPENT_ATTEMPT_IDS_MAX);
    return all.subList(surplus, all.size());
  }

  private static Outcome executing(Record record, boolean resumed, Terms terms) {
    return Outcome.pure(
        new Answer.Begun(Decision.EXECUTE, record, resumed, remaining(record, terms), null));
  }

  private static Outcome inProgress(Case c) {
    Record record = c.record();
    // Past its deadline a claim still stands for the skew allowance; and most work ends long before
    // its lease.
    Duration untilOver =
        until(
            Expiry.firstMoment(Objects.requireNonNull(record.leaseExpiresAt()), c.terms()),
            c.terms());
    Duration pause = untilOver.compareTo(POLL_PAUSE_MAX) < 0 ? untilOver : POLL_PAUSE_MAX;
    Duration remaining = remaining(record, c.terms());
    return Outcome.pure(new Answer.Begun(Decision.IN_PROGRESS, record, false, remaining, pause));
  }

  private static Outcome begun(Decision decision, Record record) {
    return Outcome.pure(new Answer.Begun(decision, record, false, null, null));
  }

  private static Outcome retryLater(Case c) {
    Instant notBefore = Objects.requireNonNull(c.record().failure()).retryNotBefore();
    Duration pause = notBefore == null ? Duration.ZERO : until(notBefore, c.terms());
    return Outcome.pure(new Answer.Begun(Decision.RETRY_LATER, c.record(), false, null, pause));
  }

  private static Outcome exhaust(Case c) {
    Failure last = Objects.requireNonNull(c.record().failure());
    RecordDraft next = new RecordDraft(c.record());
    next.failure =
        new Failure(
            FailureKind.FINAL, Failure.ATTEMPTS_EXHAUSTED, last.message(), last.payload(), null);
    Record record = next.finish(State.FAILED_FINAL, Cause.ATTEMPTS_EXHAUSTED, c.terms()).build();
    return new Outcome(begun(Decision.REPLAY, record).answer(), record);
  }

  private static Outcome exhaustIntoDoubt(Case c) {
    Record record =
        new RecordDraft(c.record())
            .enter(State.IN_DOUBT, Cause.ATTEMPTS_EXHAUSTED, c.terms().now())
            .build();
    return new Outcome(begun(Decision.IN_DOUBT, record).answer(), record);
  }

  private static Outcome succeed(Case c) {
    RecordDraft next = new RecordDraft(c.record()).addReferences(c.complete().references());
    next.result = c.complete().result();
    next.failure = null;
    return known(next.finish(State.SUCCEEDED, Cause.CALL, c.terms()));
  }

  private static Outcome failRetryable(Case c) {
    Duration asked = c.fail().retryAfter();
    Duration least = c.terms().policy().backOff();
    Duration pause = asked.compareTo(least) > 0 ? asked : least;
    RecordDraft next = new RecordDraft(c.record());
    next.failure = c.fail().failure().notBefore(pause.isZero() ? null : c.terms().after(pause));
    return known(next.enter(State.FAILED_RETRYABLE, Cause.REPORTED, c.terms().now()));
  }

  private static Outcome failFinal(Case c) {
    RecordDraft next = new RecordDraft(c.record());
    next.failure = c.fail().failure();
    return known(next.finish(State.FAILED_FINAL, Cause.REPORTED, c.terms()));
  }

  private static Outcome failUnknown(Case c) {
    RecordDraft next = new RecordDraft(c.record());
    next.failure = c.fail().failure();
    return known(next.enter(State.IN_DOUBT, Cause.REPORTED, c.terms().now()));
  }

  private static Outcome extend(Case c) {
    RecordDraft next = new RecordDraft(c.record()).addReferences(c.renew().references());
    Instant deadline = c.terms().leaseEnd(c.renew().lease());
    if (deadline.isAfter(next.leaseExpiresAt)) {
      next.leaseExpiresAt = deadline;
    }
    if (c.renew().onLeaseExpiry() == LeaseExpiry.HOLD) {
      next.claim = next.claim.held();
    }
    Record record = next.build();
    return new Outcome(renewed(record, c.terms()), record);
  }

  private static Outcome retain(Case c) {
    RecordDraft next = new RecordDraft(c.record());
    next.retention = new Retention(Terms.stored(c.retain().until()), c.retain().reason());
    return known(next);
  }

  private static Outcome known(RecordDraft next) {
    Record record = next.build();
    return new Outcome(new Answer.Known(record), record);
  }

  private static Answer renewed(Record record, Terms terms) {
    return new Answer.Renewed(record, remaining(record, terms));
  }

  private static Duration remaining(Record record, Terms terms) {
    return until(Objects.requireNonNull(record.leaseExpiresAt()), terms);
  }

  private static Duration until(Instant moment, Terms terms) {
    Duration left = Duration.between(terms.now(), moment);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private static Outcome refused(Reason reason, String message, Map<String, String> details) {
    return Outcome.pure(new Answer.Refused(reason, message, details));
  }

  private static String version(Case c) {
    return Long.toString(c.record().claim().version());
  }
}
