package dev.onceward.server.record;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

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
        return given != null && !given.equals(c.record().intent().operation());
      }),

  /** None of the given digests is the stored one. */
  OTHER_DIGEST(
      c -> {
        Bytes stored = c.record().intent().requestDigest();
        if (c.command() instanceof Command.Get get) {
          return get.digest() != null && !get.digest().equals(stored);
        }
        return !c.begin().digests().contains(stored);
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
  VERSION_WANTED(c -> c.terms().policy().retryByVersion() && c.begin().expectedVersion() == null),

  /** Begin repeats the attempt that holds the claim. */
  OWN_ATTEMPT(c -> c.record().claim().attemptId().equals(c.begin().attemptId())),

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
          RecordDraft.union(c.record().references(), c.ofClaim().references()).size()
              > Record.REFERENCES_MAX),

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

  /** The attempt has reported a failure before. */
  REPORTED(c -> c.record().cause() == Cause.REPORTED),

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
        boolean switches =
            renew.onLeaseExpiry() == LeaseExpiry.HOLD
                && record.claim().onLeaseExpiry() == LeaseExpiry.RETRY;
        List<String> present = record.references();
        return !later && !switches && present.containsAll(renew.references());
      }),

  /** It is kept at least that long already, or that long is over. */
  RETAINED_ALREADY(
      c -> {
        Instant until = Terms.stored(c.retain().until());
        Retention retention = c.record().retention();
        return !until.isAfter(c.terms().now())
            || (retention != null && !until.isAfter(retention.until()));
      });

  @SuppressWarnings("ImmutableEnumChecker") // lambdas over nothing but their argument
  private final Predicate<Case> predicate;

  Condition(Predicate<Case> predicate) {
    this.predicate = predicate;
  }

  boolean holds(Case question) {
    return predicate.test(question);
  }

  private static boolean exhausted(Case c) {
    return c.record().claim().attempt() >= c.terms().policy().attemptsMax();
  }
}
