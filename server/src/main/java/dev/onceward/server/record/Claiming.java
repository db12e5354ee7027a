package dev.onceward.server.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The effects that grant a claim, prolong it, or tell others to come back. */
final class Claiming {
  private static final Duration POLL_PAUSE_MAX = Duration.ofSeconds(1);

  private Claiming() {}

  static Outcome claim(Case c) {
    Command.Begin begin = c.begin();
    Terms terms = c.terms();
    Claim claim = grant(c, 1);
    Record record =
        new Record(
            begin.key(),
            new Intent(begin.operation(), begin.digests().get(0), terms.now(), begin.labels()),
            State.PROCESSING,
            Cause.CALL,
            terms.now(),
            1,
            claim,
            terms.leaseEnd(begin.lease()),
            null,
            null,
            List.of(),
            List.of(),
            Keeping.NONE,
            null,
            List.of(
                new Event(
                    terms.now(),
                    EventKind.CLAIMED,
                    claim.version(),
                    claim.owner(),
                    "",
                    terms.server())));
    return executing(record, c);
  }

  static Outcome claimAgain(Case c) {
    RecordDraft next = new RecordDraft(c.record());
    next.enter(State.PROCESSING, Cause.CALL, c.terms().now());
    next.claim = grant(c, c.record().claim().attempt() + 1);
    next.leaseExpiresAt = c.terms().leaseEnd(c.begin().lease());
    next.failure = Objects.requireNonNull(next.failure).notBefore(null);
    next.spentAttemptIds = spent(c.record());
    return executing(next.happened(EventKind.TAKEN_OVER, "", c.terms()).build(), c);
  }

  private static Outcome executing(Record record, Case c) {
    return new Outcome(executing(record, false, c.terms()), c.next(record));
  }

  private static Claim grant(Case c, int attempt) {
    Command.Begin begin = c.begin();
    LeaseExpiry expiry = begin.onLeaseExpiry();
    return new Claim(
        c.terms().mintVersion(c.lastVersion()),
        attempt,
        begin.attemptId(),
        begin.owner(),
        c.terms().now(),
        expiry == null ? c.terms().policy().claims().onLeaseExpiry() : expiry);
  }

  private static List<String> spent(Record record) {
    List<String> all = new ArrayList<>(record.spentAttemptIds());
    all.add(record.claim().attemptId());
    int surplus = Math.max(0, all.size() - Record.SPENT_ATTEMPT_IDS_MAX);
    return all.subList(surplus, all.size());
  }

  static Outcome resume(Case c) {
    return Outcome.pure(executing(c.record(), true, c.terms()));
  }

  private static Answer executing(Record record, boolean resumed, Terms terms) {
    return new Answer.Begun(Decision.EXECUTE, record, resumed, remaining(record, terms), null);
  }

  static Outcome inProgress(Case c) {
    Record record = c.record();
    // Past its deadline a claim still stands for the skew allowance; and most work ends long before
    // its lease.
    Duration untilOver =
        until(
            Expiry.firstMoment(Objects.requireNonNull(record.leaseExpiresAt()), c.terms()),
            c.terms());
    // It is over by a clock that is not trusted; nobody may act on that.
    boolean overdue = untilOver.isZero();
    Duration pause =
        overdue || untilOver.compareTo(POLL_PAUSE_MAX) > 0 ? POLL_PAUSE_MAX : untilOver;
    Duration remaining = remaining(record, c.terms());
    return Outcome.pure(new Answer.Begun(Decision.IN_PROGRESS, record, false, remaining, pause));
  }

  static Outcome retryLater(Case c) {
    Instant notBefore = Objects.requireNonNull(c.record().failure()).retryNotBefore();
    Duration pause = notBefore == null ? Duration.ZERO : until(notBefore, c.terms());
    return Outcome.pure(new Answer.Begun(Decision.RETRY_LATER, c.record(), false, null, pause));
  }

  static Outcome told(Decision decision, Case c) {
    return Outcome.pure(told(decision, c.record()));
  }

  static Answer told(Decision decision, Record record) {
    return new Answer.Begun(decision, record, false, null, null);
  }

  static Outcome extend(Case c) {
    RecordDraft next = new RecordDraft(c.record()).addReferences(c.renew().references());
    Instant deadline = c.terms().leaseEnd(c.renew().lease());
    if (deadline.isAfter(next.leaseExpiresAt)) {
      next.leaseExpiresAt = deadline;
    }
    if (c.renew().onLeaseExpiry() == LeaseExpiry.HOLD) {
      next.claim = next.claim.held();
    }
    Record record = next.happened(EventKind.RENEWED, "", c.terms()).build();
    return new Outcome(renewed(record, c.terms()), c.next(record));
  }

  static Outcome tellClaim(Case c) {
    return Outcome.pure(renewed(c.record(), c.terms()));
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
}
