package dev.onceward.server.record;

import java.time.Duration;
import java.util.Objects;

/** The effects that end an attempt. */
final class Reporting {
  private Reporting() {}

  static Outcome succeed(Case c) {
    EventKind kind =
        c.record().state() == State.PROCESSING ? EventKind.COMPLETED : EventKind.COMPLETED_LATE;
    RecordDraft next = new RecordDraft(c.record()).addReferences(c.complete().references());
    next.result = c.complete().result();
    next.failure = null;
    return c.known(
        next.finish(State.SUCCEEDED, Cause.CALL, c.terms()).happened(kind, "", c.terms()));
  }

  static Outcome failRetryable(Case c) {
    Duration asked = c.fail().retryAfter();
    Duration least = c.terms().policy().claims().backOff();
    Duration pause = asked.compareTo(least) > 0 ? asked : least;
    RecordDraft next = new RecordDraft(c.record());
    next.failure = c.fail().failure().notBefore(pause.isZero() ? null : c.terms().after(pause));
    return failed(c, next.enter(State.FAILED_RETRYABLE, Cause.REPORTED, c.terms().now()));
  }

  static Outcome failFinal(Case c) {
    RecordDraft next = new RecordDraft(c.record());
    next.failure = c.fail().failure();
    return failed(c, next.finish(State.FAILED_FINAL, Cause.REPORTED, c.terms()));
  }

  static Outcome failUnknown(Case c) {
    RecordDraft next = new RecordDraft(c.record());
    next.failure = c.fail().failure();
    return failed(c, next.enter(State.IN_DOUBT, Cause.REPORTED, c.terms().now()));
  }

  private static Outcome failed(Case c, RecordDraft next) {
    return c.known(next.happened(EventKind.FAILED, c.fail().failure().code(), c.terms()));
  }

  static Outcome exhaust(Case c) {
    RecordDraft next = new RecordDraft(c.record());
    next.failure = Failure.given(Failure.ATTEMPTS_EXHAUSTED, Objects.requireNonNull(next.failure));
    next.finish(State.FAILED_FINAL, Cause.ATTEMPTS_EXHAUSTED, c.terms());
    return begun(Decision.REPLAY, c, next);
  }

  static Outcome exhaustIntoDoubt(Case c) {
    RecordDraft next = new RecordDraft(c.record());
    next.enter(State.IN_DOUBT, Cause.ATTEMPTS_EXHAUSTED, c.terms().now());
    return begun(Decision.IN_DOUBT, c, next);
  }

  private static Outcome begun(Decision decision, Case c, RecordDraft next) {
    Record record =
        next.happened(EventKind.ABANDONED, Failure.ATTEMPTS_EXHAUSTED, c.terms()).build();
    Evidence after = c.next(record);
    Record left = Aging.seen(after, c.terms()).online();
    return new Outcome(Claiming.told(decision, left == null ? record : left), after);
  }
}
