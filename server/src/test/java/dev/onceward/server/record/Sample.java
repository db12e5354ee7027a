package dev.onceward.server.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The records that the tables start from, written out by hand: those of a claim made at the start
 * with 30 s of lease. What ended it came at second 5.
 */
enum Sample {
  /** The first claim, by a, as Begin stores it. */
  WORKING,
  /** The same, to be held when its lease ends. */
  HOLDING,
  /** The second claim, by b, after a failed. */
  SECOND,
  /** Attempt a has reported a retryable failure. */
  FAILED,
  /** The same, and asked for a pause until second 20. */
  PAUSED,
  /** The lease of a has ended under RETRY. */
  EXPIRED,
  /** Attempt b has reported a retryable failure, after a had. */
  FAILED_TWICE,
  /** The lease of b has ended under RETRY, after a had failed. */
  FAILED_AND_EXPIRED,
  /** Attempt a has completed with the result "done" and the reference O-501. */
  SUCCEEDED,
  /** Attempt a has reported a final failure. */
  REJECTED,
  /** Attempt a has failed and was the last one that the policy granted. */
  EXHAUSTED,
  /** The lease of a has ended under HOLD. */
  LOST,
  /** Attempt a has reported that it does not know. */
  UNSURE,
  /** The lease of a has ended under RETRY, and a was the last one that the policy granted. */
  LOST_LAST,
  /** An operator has ended the claim of a under RETRY. */
  FORCED,
  /** An operator has ended the claim of a under HOLD. */
  FORCED_LOST,
  /** An operator has found that the lost a had no effect. */
  RESOLVED,
  /** An operator has found the result "done" and the order O-501 of the lost a. */
  RESOLVED_SUCCEEDED,
  /** An operator has found that the lost a has failed for good. */
  RESOLVED_FAILED,
  /** Attempt a has failed, and nobody has tried again for too long. */
  ABANDONED;

  Record record() {
    Draft d = new Draft();
    switch (this) {
      case WORKING -> {}
      case HOLDING -> d.hold();
      case SECOND -> d.second().failure = Samples.failure(FailureKind.RETRYABLE, "busy");
      case FAILED -> d.fail(FailureKind.RETRYABLE, "busy");
      case PAUSED -> d.fail(FailureKind.RETRYABLE, "busy").pause(20);
      case EXPIRED -> d.expire();
      case FAILED_TWICE -> d.second().fail(FailureKind.RETRYABLE, "busy");
      case FAILED_AND_EXPIRED -> d.second().expire();
      case SUCCEEDED -> d.succeed();
      case REJECTED -> d.fail(FailureKind.FINAL, "declined");
      case EXHAUSTED ->
          d.fail(FailureKind.FINAL, "ATTEMPTS_EXHAUSTED").because(Cause.ATTEMPTS_EXHAUSTED);
      case LOST -> d.hold().doubt();
      case UNSURE -> d.fail(FailureKind.UNKNOWN, "timeout");
      case LOST_LAST -> d.expire().doubt().because(Cause.ATTEMPTS_EXHAUSTED);
      case FORCED -> d.expire().because(Cause.FORCE_EXPIRED);
      case FORCED_LOST -> d.hold().doubt().because(Cause.FORCE_EXPIRED);
      case RESOLVED -> d.lost().fail(FailureKind.RETRYABLE, "NOT_EXECUTED").because(Cause.RESOLVED);
      case RESOLVED_SUCCEEDED -> d.lost().succeed().because(Cause.RESOLVED);
      case RESOLVED_FAILED -> d.lost().fail(FailureKind.FINAL, "declined").because(Cause.RESOLVED);
      case ABANDONED -> d.fail(FailureKind.FINAL, "ABANDONED").because(Cause.ABANDONED);
    }
    return d.build();
  }

  /** A sample in the making. */
  private static final class Draft {
    private State state = State.PROCESSING;
    private Cause cause = Cause.CALL;
    private Instant since = Samples.START;
    private long revision = 1;
    private int attempt = 1;
    private String name = "a";
    private LeaseExpiry onLeaseExpiry = LeaseExpiry.RETRY;
    private @Nullable Payload result;
    private @Nullable Failure failure;
    private List<String> references = List.of();
    private final List<String> spent = new ArrayList<>();

    Draft second() {
      attempt = 2;
      name = "b";
      spent.add(Samples.attemptId("a"));
      revision = 3;
      return this;
    }

    Draft hold() {
      onLeaseExpiry = LeaseExpiry.HOLD;
      return this;
    }

    /** In doubt first: what comes then is the next change. */
    Draft lost() {
      revision++;
      return hold();
    }

    Draft succeed() {
      end(State.SUCCEEDED, Cause.CALL);
      result = Samples.payload("done");
      references = List.of("O-501");
      return this;
    }

    Draft fail(FailureKind kind, String code) {
      State next =
          switch (kind) {
            case RETRYABLE -> State.FAILED_RETRYABLE;
            case FINAL -> State.FAILED_FINAL;
            case UNKNOWN -> State.IN_DOUBT;
          };
      end(next, Cause.REPORTED);
      failure = Samples.failure(kind, code);
      return this;
    }

    Draft expire() {
      end(State.FAILED_RETRYABLE, Cause.LEASE_EXPIRED);
      failure = Samples.failure(FailureKind.RETRYABLE, "LEASE_EXPIRED");
      return this;
    }

    Draft doubt() {
      end(State.IN_DOUBT, Cause.LEASE_EXPIRED);
      return this;
    }

    Draft because(Cause why) {
      cause = why;
      return this;
    }

    void pause(double until) {
      failure = Objects.requireNonNull(failure).notBefore(Samples.at(until));
    }

    private void end(State next, Cause why) {
      state = next;
      cause = why;
      since = Samples.at(5);
      revision++;
    }

    Record build() {
      return new Record(
          Samples.KEY,
          new Intent(Samples.OPERATION, Samples.DIGEST, Samples.START, Samples.LABELS),
          state,
          cause,
          since,
          revision,
          new Claim(
              Samples.versionAt(0),
              attempt,
              Samples.attemptId(name),
              "pod-" + name,
              Samples.START,
              onLeaseExpiry),
          state == State.PROCESSING ? Samples.at(30) : null,
          result,
          failure,
          references,
          spent,
          Keeping.NONE,
          state.isFinal() ? new Record.Kept(Tier.RETRY, Samples.at(5 + 24 * 3600)) : null,
          List.of());
    }
  }
}
