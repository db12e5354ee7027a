package dev.onceward.server.record;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Commands and circumstances for tests, written out by hand.
 *
 * <p>All is told in seconds after {@link #START}; attempts have one-letter names.
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

  static Hold hold(String name, @Nullable Double until) {
    return new Hold(name, until == null ? null : at(until), "pat", "looked");
  }

  static Command.Get get() {
    return new Command.Get(KEY, null, null);
  }
}
