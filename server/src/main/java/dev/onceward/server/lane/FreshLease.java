package dev.onceward.server.lane;

import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Claim;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * What an answer says of a lease, at the moment when it is given: a commit may have taken its time
 * since the decision. Thread-safe.
 */
final class FreshLease {
  private final Authority lanes;
  private final Clocks clocks;

  FreshLease(Authority lanes, Clocks clocks) {
    this.lanes = lanes;
    this.clocks = clocks;
  }

  /**
   * The answer to a Begin with at least half of the lease to go, if it is a new claim: whoever gets
   * less could lose it before having begun. A resumed claim keeps its deadline, which its caller
   * may know already.
   */
  CompletableFuture<Answer> renewed(Ask begin, Answer answer) {
    if (!(answer instanceof Answer.Begun begun)
        || begun.decision() != Decision.EXECUTE
        || begun.resumed()) {
      return CompletableFuture.completedFuture(answer);
    }
    Record record = begun.record();
    Claim claim = record.claim();
    Duration lease = Duration.between(claim.claimedAt(), leaseEnd(record));
    Instant half = claim.claimedAt().plus(lease.dividedBy(2));
    if (!clocks.wall().instant().isAfter(half)) {
      return CompletableFuture.completedFuture(answer);
    }
    Command renew =
        new Command.Renew(
            new Command.ClaimRef(record.key(), claim.version(), claim.attemptId()),
            lease,
            null,
            List.of());
    return lanes
        .ask(new Ask(renew, Duration.ZERO, false, begin.deadlineNanos(), begin.cancelled()))
        .thenCompose(told -> afterRenewal(begin, told));
  }

  private CompletableFuture<Answer> afterRenewal(Ask begin, Answer told) {
    if (told instanceof Answer.Renewed fresh) {
      return CompletableFuture.completedFuture(
          new Answer.Begun(Decision.EXECUTE, fresh.record(), false, fresh.leaseRemaining(), null));
    }
    if (told instanceof Answer.Refused refused && leavesTheClaimOpen(refused.reason())) {
      return CompletableFuture.completedFuture(
          new Answer.Refused(
              Reason.OUTCOME_UNKNOWN,
              "the claim was stored, but its lease could not be renewed in time"));
    }
    // The claim is over already; what a copy of this Begin is told is the truth by now.
    return lanes.ask(begin);
  }

  /** Whether the refusal is the server's trouble, and nothing that it knows of the claim. */
  private static boolean leavesTheClaimOpen(Reason reason) {
    return switch (reason) {
      case OVERLOADED, STORE_UNAVAILABLE, CLOCK_UNTRUSTED, OUTCOME_UNKNOWN, INTERNAL -> true;
      default -> false;
    };
  }

  /** The answer with what is left of the lease now. */
  Answer asOfNow(Answer answer) {
    if (answer instanceof Answer.Begun begun && begun.leaseRemaining() != null) {
      return new Answer.Begun(
          begun.decision(),
          begun.record(),
          begun.resumed(),
          remaining(begun.record(), begun.leaseRemaining()),
          begun.retryAfter());
    }
    if (answer instanceof Answer.Renewed renewed) {
      return new Answer.Renewed(
          renewed.record(), remaining(renewed.record(), renewed.leaseRemaining()));
    }
    return answer;
  }

  /** Never more than was decided, should the wall clock have gone back since. */
  private Duration remaining(Record record, Duration decided) {
    Duration left = Duration.between(clocks.wall().instant(), leaseEnd(record));
    if (left.isNegative()) {
      return Duration.ZERO;
    }
    return left.compareTo(decided) < 0 ? left : decided;
  }

  private static Instant leaseEnd(Record record) {
    return Objects.requireNonNull(record.leaseExpiresAt());
  }
}
