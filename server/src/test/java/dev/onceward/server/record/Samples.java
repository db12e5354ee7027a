package dev.onceward.server.record;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records, commands and circumstances for tests, written out by hand.
 *
 * <p>All is told in seconds after {@link #START}; attempts have one-letter names. The sample
 * records are those of a claim made at the start with 30 s of lease; what ended it came at second
 * 5.
 */
final class Samples {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  static final Duration SKEW = Duration.ofSeconds(3);
  static final RecordKey KEY = new RecordKey("acme", "K-8842");
  static final String OPERATION = "order.create";
  static final Bytes DIGEST = digest("buy1");
  static final Map<String, String> LABELS = Map.of("channel", "web");

  private Samples() {}

  static Instant at(double second) {
    return START.plusNanos(Math.round(second * 1_000_000_000));
  }

  static long versionAt(double second) {
    return (START.getEpochSecond() * 1_000_000) + Math.round(second * 1_000_000);
  }

  static Terms terms(double second) {
    return terms(second, Policy.DEFAULT);
  }

  static Terms terms(double second, Policy policy) {
    return terms(at(second), policy);
  }

  static Terms terms(Instant now, Policy policy) {
    return terms(now, 0, new Tenancy(policy, List.of(), 1));
  }

  static Terms terms(Instant now, long floor, Tenancy tenancy) {
    return new Terms(now, SKEW, floor, tenancy, "s-1", true);
  }

  /** Decides about a key of which nothing is archived. */
  static Outcome decide(@Nullable Record before, Command command, Terms terms) {
    return Transitions.decide(Evidence.of(before), command, terms);
  }

  /** The record that an outcome leaves. */
  static @Nullable Record after(Outcome outcome) {
    return outcome.after() == null ? null : outcome.after().online();
  }

  /** The record as anyone sees it. */
  static @Nullable Record seen(Record record, Terms terms) {
    return Aging.seen(Evidence.of(record), terms).online();
  }

  static Policy policy(Policy.Claims claims) {
    return new Policy(claims, Promises.DEFAULT, Sources.NONE, AfterArchive.REFUSE);
  }

  static Policy attemptsMax(int max) {
    Policy.Claims d = Policy.Claims.DEFAULT;
    return policy(
        new Policy.Claims(
            d.onLeaseExpiry(), d.defaultLease(), d.longestLease(), max, d.backOff(), false));
  }

  static Policy byVersion() {
    Policy.Claims d = Policy.Claims.DEFAULT;
    return policy(
        new Policy.Claims(
            d.onLeaseExpiry(),
            d.defaultLease(),
            d.longestLease(),
            d.attemptsMax(),
            d.backOff(),
            true));
  }

  static Policy backOff(Duration least) {
    Policy.Claims d = Policy.Claims.DEFAULT;
    return policy(
        new Policy.Claims(
            d.onLeaseExpiry(), d.defaultLease(), d.longestLease(), d.attemptsMax(), least, false));
  }

  static Bytes digest(String text) {
    return Payload.sha256(bytes(text));
  }

  static Bytes bytes(String text) {
    return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  static String attemptId(String name) {
    return "attempt-" + name + "-0123456789";
  }

  static Payload payload(String text) {
    return Payload.of(bytes(text), "text/plain");
  }

  static Failure failure(FailureKind kind, String code) {
    return new Failure(kind, code, "it says " + code, Payload.EMPTY, null);
  }

  static Command.Begin begin(String attempt) {
    return new Command.Begin(
        KEY,
        OPERATION,
        List.of(DIGEST),
        attemptId(attempt),
        "pod-" + attempt,
        Duration.ofSeconds(30),
        null,
        LeaseExpiry.RETRY,
        LABELS);
  }

  static Command.Begin begin(String attempt, @Nullable Long expectedVersion) {
    Command.Begin plain = begin(attempt);
    return new Command.Begin(
        plain.key(),
        plain.operation(),
        plain.digests(),
        plain.attemptId(),
        plain.owner(),
        plain.lease(),
        expectedVersion,
        plain.onLeaseExpiry(),
        plain.labels());
  }

  static Command.Begin begin(String attempt, LeaseExpiry onLeaseExpiry) {
    Command.Begin plain = begin(attempt);
    return new Command.Begin(
        plain.key(),
        plain.operation(),
        plain.digests(),
        plain.attemptId(),
        plain.owner(),
        plain.lease(),
        plain.expectedVersion(),
        onLeaseExpiry,
        plain.labels());
  }

  static Command.ClaimRef claim(long version, String attempt) {
    return new Command.ClaimRef(KEY, version, attemptId(attempt));
  }

  static Command.Complete complete(long version, String attempt, String result) {
    return new Command.Complete(claim(version, attempt), payload(result), List.of());
  }

  static Command.Fail fail(long version, String attempt, FailureKind kind, String code) {
    return new Command.Fail(claim(version, attempt), failure(kind, code), Duration.ZERO);
  }

  static Command.Renew renew(
      long version, String attempt, double leaseSeconds, @Nullable LeaseExpiry onLeaseExpiry) {
    return new Command.Renew(
        claim(version, attempt),
        Duration.ofNanos(Math.round(leaseSeconds * 1_000_000_000)),
        onLeaseExpiry,
        List.of());
  }

  static Command.Get get() {
    return new Command.Get(KEY, null, null);
  }

  /** The records that the tables start from. */
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
    LOST_LAST;

    Record record() {
      Draft d = new Draft();
      switch (this) {
        case WORKING -> {}
        case HOLDING -> d.onLeaseExpiry = LeaseExpiry.HOLD;
        case SECOND -> d.second().failure = failure(FailureKind.RETRYABLE, "busy");
        case FAILED -> d.fail(FailureKind.RETRYABLE, "busy", State.FAILED_RETRYABLE);
        case PAUSED -> {
          d.fail(FailureKind.RETRYABLE, "busy", State.FAILED_RETRYABLE);
          d.failure = failure(FailureKind.RETRYABLE, "busy").notBefore(at(20));
        }
        case EXPIRED -> d.expire(State.FAILED_RETRYABLE);
        case FAILED_TWICE -> d.second().fail(FailureKind.RETRYABLE, "busy", State.FAILED_RETRYABLE);
        case FAILED_AND_EXPIRED -> d.second().expire(State.FAILED_RETRYABLE);
        case SUCCEEDED -> {
          d.end(State.SUCCEEDED, Cause.CALL);
          d.result = payload("done");
          d.references = List.of("O-501");
        }
        case REJECTED -> d.fail(FailureKind.FINAL, "declined", State.FAILED_FINAL);
        case EXHAUSTED -> {
          d.fail(FailureKind.FINAL, "ATTEMPTS_EXHAUSTED", State.FAILED_FINAL);
          d.cause = Cause.ATTEMPTS_EXHAUSTED;
        }
        case LOST -> {
          d.onLeaseExpiry = LeaseExpiry.HOLD;
          d.end(State.IN_DOUBT, Cause.LEASE_EXPIRED);
        }
        case UNSURE -> d.fail(FailureKind.UNKNOWN, "timeout", State.IN_DOUBT);
        case LOST_LAST -> {
          d.expire(State.IN_DOUBT);
          d.cause = Cause.ATTEMPTS_EXHAUSTED;
        }
      }
      return d.build();
    }
  }

  /** A sample in the making. */
  private static final class Draft {
    private State state = State.PROCESSING;
    private Cause cause = Cause.CALL;
    private Instant since = START;
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
      spent.add(attemptId("a"));
      revision = 3;
      return this;
    }

    void end(State next, Cause why) {
      state = next;
      cause = why;
      since = at(5);
      revision++;
    }

    void fail(FailureKind kind, String code, State next) {
      end(next, Cause.REPORTED);
      failure = failure(kind, code);
    }

    void expire(State next) {
      end(next, Cause.LEASE_EXPIRED);
      failure = failure(FailureKind.RETRYABLE, "LEASE_EXPIRED");
    }

    Record build() {
      return new Record(
          KEY,
          new Intent(OPERATION, DIGEST, START, LABELS),
          state,
          cause,
          since,
          revision,
          new Claim(versionAt(0), attempt, attemptId(name), "pod-" + name, START, onLeaseExpiry),
          state == State.PROCESSING ? at(30) : null,
          result,
          failure,
          references,
          spent,
          Keeping.NONE,
          state.isFinal() ? new Record.Kept(Tier.RETRY, at(5 + 24 * 3600)) : null,
          List.of());
    }
  }
}
