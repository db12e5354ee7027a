package dev.onceward.server.record;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * When a rule applies, beside its situation and call. Every condition is a plain question about one
 * {@link Case}.
 */
public enum Condition {
  /** In any case. */
  ALWAYS(c -> true),

  /** The key stands for another operation than the one given. */
  OTHER_OPERATION(
      c -> {
        String given =
            c.command() instanceof Command.Get get ? get.operation() : c.begin().operation();
        return given != null && !isOperation(c.found(), given);
      }),

  /** None of the given digests is the stored one. */
  OTHER_DIGEST(
      c -> {
        if (c.command() instanceof Command.Get get) {
          return get.digest() != null && !isDigest(c.found(), get.digest());
        }
        return c.begin().digests().stream().noneMatch(each -> isDigest(c.found(), each));
      }),

  /** The caller expects a version. */
  EXPECTS_A_VERSION(c -> c.begin().expectedVersion() != null),

  /** The caller expects another version than the record's. */
  EXPECTS_OTHER_VERSION(
      c -> {
        Long expected = c.begin().expectedVersion();
        return expected != null && expected != c.record().claim().version();
      }),

  /** The tenant's policy wants a failed key to be claimed by its version, and none is given. */
  VERSION_WANTED(
      c -> c.terms().policy().claims().retryByVersion() && c.begin().expectedVersion() == null),

  /** The caller asks for a longer lease than the tenant's policy grants. */
  LEASE_TOO_LONG(
      c -> {
        Duration asked =
            c.command() instanceof Command.Renew renew ? renew.lease() : c.begin().lease();
        return asked != null && asked.compareTo(c.terms().policy().claims().longestLease()) > 0;
      }),

  /** An operator has frozen the key. */
  FROZEN(c -> c.terms().isFrozen(c.command().key())),

  /** The server does not trust its clock. */
  CLOCK_UNTRUSTED(c -> !c.terms().clockTrusted()),

  /** Begin repeats the attempt that holds the claim, and an operator has frozen the key. */
  OWN_ATTEMPT_FROZEN(c -> ownAttempt(c) && c.terms().isFrozen(c.command().key())),

  /** Begin repeats the attempt that holds the claim, and the server does not trust its clock. */
  OWN_ATTEMPT_CLOCK_UNTRUSTED(c -> ownAttempt(c) && !c.terms().clockTrusted()),

  /** Begin repeats the attempt that holds the claim. */
  OWN_ATTEMPT(Condition::ownAttempt),

  /** The renewal comes just before its effect, and an operator has frozen the key. */
  SWITCH_FROZEN(c -> switchesToHold(c) && c.terms().isFrozen(c.command().key())),

  /** Begin comes from an attempt that has had its claim, and the last claim's lease has ended. */
  SPENT_BY_EXPIRY(c -> c.record().hasSpent(c.begin().attemptId()) && c.record().cause().isExpiry()),

  /** Begin comes from an attempt that has had its claim. */
  SPENT(c -> c.record().hasSpent(c.begin().attemptId())),

  /** The policy grants no further attempt, and the last one ended without a word. */
  EXHAUSTED_BY_EXPIRY(c -> exhausted(c) && c.record().cause().isExpiry()),

  /** The policy grants no further attempt. */
  EXHAUSTED(Condition::exhausted),

  /** The failure asked for a pause that is not over. */
  TOO_EARLY(
      c -> {
        Failure failure = Objects.requireNonNull(c.record().failure());
        Instant notBefore = failure.retryNotBefore();
        return notBefore != null && c.terms().now().isBefore(notBefore);
      }),

  /** The command names another claim than the record's last. */
  NOT_THE_CLAIM(
      c -> {
        Command.ClaimRef named = c.ofClaim().claim();
        Claim claim = c.record().claim();
        return named.version() != claim.version()
            || (named.attemptId() != null && !named.attemptId().equals(claim.attemptId()));
      }),

  /** The command does not name its attempt. */
  ATTEMPT_MISSING(c -> c.ofClaim().claim().attemptId() == null),

  /** With the command's references there would be too many. */
  TOO_MANY_REFERENCES(
      c ->
          RecordDraft.union(c.record().references(), references(c)).size() > Record.REFERENCES_MAX),

  /** The result is the recorded one, and no reference is new. */
  SAME_RESULT(
      c ->
          c.complete().result().sameAs(Objects.requireNonNull(c.record().result()))
              && c.record().references().containsAll(c.complete().references())),

  /** The attempt has reported this very failure before. */
  SAME_FAILURE(
      c -> {
        Failure recorded = c.record().failure();
        return recorded != null
            && c.record().cause() == Cause.REPORTED
            && recorded.sameAs(c.fail().failure());
      }),

  /** The last attempt's failure is known for certain: it was reported, or found out. */
  FAILURE_CERTAIN(c -> !c.record().cause().isExpiry()),

  /** The failure is retryable. */
  RETRYABLE(c -> c.fail().failure().kind() == FailureKind.RETRYABLE),

  /** The failure is final. */
  FINAL(c -> c.fail().failure().kind() == FailureKind.FINAL),

  /**
   * The renewal asks for nothing that is not there: no later deadline, no switch to HOLD, no new
   * reference.
   */
  NOTHING_NEW(
      c -> {
        Record record = c.record();
        Command.Renew renew = c.renew();
        boolean later = c.terms().leaseEnd(renew.lease()).isAfter(record.leaseExpiresAt());
        List<String> present = record.references();
        return !later && !switchesToHold(c) && present.containsAll(renew.references());
      }),

  /** It is kept at least that long already, or that long is over. */
  RETAINED_ALREADY(
      c -> {
        Instant until = Terms.stored(c.retain().until());
        Retention retention = c.found().keeping().retention();
        return !until.isAfter(c.terms().now())
            || (retention != null && !until.isAfter(retention.until()));
      }),

  /** The operator saw another revision than the present one. */
  OTHER_REVISION(
      c -> {
        Long expected = c.ofOperator().mandate().expectedRevision();
        return expected != null && expected != c.found().revision();
      }),

  /** The very hold is in place. */
  SAME_HOLD(
      c ->
          c.found().keeping().holds().stream()
              .anyMatch(
                  hold ->
                      hold.name().equals(c.hold().name())
                          && Objects.equals(hold.until(), storedOrNull(c.hold().until())))),

  /** The hold would be over before it is placed. */
  HOLD_OVER(
      c -> {
        Instant until = c.hold().until();
        return until != null && !until.isAfter(c.terms().now());
      }),

  /** With one more there would be too many holds. */
  TOO_MANY_HOLDS(
      c -> c.found().keeping().without(c.hold().name()).holds().size() >= Keeping.HOLDS_MAX),

  /** There is no hold of that name. */
  NO_SUCH_HOLD(
      c ->
          c.found().keeping().holds().stream()
              .noneMatch(hold -> hold.name().equals(c.release().name()))),

  /** The doubt was settled by an operator, in this very way. */
  SAME_RESOLUTION(c -> c.resolve().resolution().isToldBy(c.record())),

  /** The doubt was settled by an operator. */
  RESOLVED_OTHERWISE(c -> c.record().cause() == Cause.RESOLVED),

  /** The operator found a success. */
  FOUND_SUCCEEDED(c -> c.resolve().resolution() instanceof Resolution.Succeeded),

  /** The operator found a failure for good. */
  FOUND_FAILED(c -> c.resolve().resolution() instanceof Resolution.FailedFinal),

  /** The claim is to be held if its lease ends. */
  TO_BE_HELD(c -> c.record().claim().onLeaseExpiry() == LeaseExpiry.HOLD),

  /** The last claim has ended without a word. */
  ENDED_BY_EXPIRY(c -> c.record().cause().isExpiry()),

  /** There are neither payload bytes nor labels. */
  NOTHING_TO_REDACT(
      c -> {
        Payload payload = c.record().payload();
        return c.record().intent().labels().isEmpty() && (payload == null || !payload.isKept());
      }),

  /** An operator's hold is in force. */
  IS_HELD(c -> c.found().keeping().isHeld(c.terms().now()));

  @SuppressWarnings("ImmutableEnumChecker") // lambdas over nothing but their argument
  private final Predicate<Case> predicate;

  Condition(Predicate<Case> predicate) {
    this.predicate = predicate;
  }

  boolean holds(Case question) {
    return predicate.test(question);
  }

  private static boolean isOperation(Evidence found, String operation) {
    Record record = found.online();
    return record == null
        ? Objects.requireNonNull(found.filed()).intent().isOf(operation)
        : record.intent().operation().equals(operation);
  }

  private static boolean isDigest(Evidence found, Bytes digest) {
    Record record = found.online();
    return record == null
        ? Objects.requireNonNull(found.filed()).intent().isOf(digest)
        : record.intent().requestDigest().equals(digest);
  }

  private static boolean ownAttempt(Case c) {
    return c.record().claim().attemptId().equals(c.begin().attemptId());
  }

  private static boolean switchesToHold(Case c) {
    return c.renew().onLeaseExpiry() == LeaseExpiry.HOLD
        && c.record().claim().onLeaseExpiry() == LeaseExpiry.RETRY;
  }

  private static List<String> references(Case c) {
    if (c.command() instanceof Command.Resolve resolve) {
      return resolve.resolution() instanceof Resolution.Succeeded succeeded
          ? succeeded.references()
          : List.of();
    }
    return c.ofClaim().references();
  }

  private static @Nullable Instant storedOrNull(@Nullable Instant until) {
    return until == null ? null : Terms.stored(until);
  }

  private static boolean exhausted(Case c) {
    return c.record().claim().attempt() >= c.terms().policy().claims().attemptsMax();
  }
}
