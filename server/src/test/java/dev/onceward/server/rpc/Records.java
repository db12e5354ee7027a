package dev.onceward.server.rpc;

import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Cause;
import dev.onceward.server.record.Claim;
import dev.onceward.server.record.Event;
import dev.onceward.server.record.EventKind;
import dev.onceward.server.record.Failure;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.Hold;
import dev.onceward.server.record.Intent;
import dev.onceward.server.record.Keeping;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Retention;
import dev.onceward.server.record.State;
import dev.onceward.server.record.Tier;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record in each state, every field with a value of its own. */
final class Records {
  static final Instant FIRST_SEEN = Instant.parse("2026-03-01T20:14:00.001Z");
  static final Instant CLAIMED_AT = Instant.parse("2026-03-01T20:14:01.002Z");
  static final Instant SINCE = Instant.parse("2026-03-01T20:14:02.003Z");
  static final Instant LEASE_END = Instant.parse("2026-03-01T20:14:31.004Z");
  static final Instant TIER_END = Instant.parse("2026-03-02T20:14:02.005Z");
  static final Instant NOT_BEFORE = Instant.parse("2026-03-01T20:15:00.006Z");
  static final Payload PAYLOAD = Payload.of(bytes("O-501"), "text/plain");

  private Records() {}

  static Record processing() {
    return of(State.PROCESSING, null, failure(null));
  }

  static Record succeeded(Payload result) {
    return of(State.SUCCEEDED, result, null);
  }

  static Record failedRetryable() {
    return of(State.FAILED_RETRYABLE, null, failure(NOT_BEFORE));
  }

  static Record failedFinal() {
    Failure failure =
        new Failure(FailureKind.FINAL, "card_declined", "declined by issuer", PAYLOAD, null);
    return of(State.FAILED_FINAL, null, failure);
  }

  static Record inDoubt() {
    return of(State.IN_DOUBT, null, failure(NOT_BEFORE));
  }

  /** A success that two holds and a wish keep. */
  static Record kept() {
    Record record = succeeded(PAYLOAD);
    Hold first = new Hold("case-7", TIER_END, "dana", "a complaint");
    Hold second = new Hold("audit", null, "lee", "a sample");
    return new Record(
        record.key(),
        record.intent(),
        record.state(),
        record.cause(),
        record.stateSince(),
        record.revision(),
        record.claim(),
        null,
        record.result(),
        null,
        record.references(),
        record.spentAttemptIds(),
        new Keeping(new Retention(TIER_END, "a dead letter"), List.of(first, second)),
        new Record.Kept(Tier.RETRY, null),
        record.events());
  }

  static Bytes bytes(String text) {
    return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Failure failure(@Nullable Instant notBefore) {
    return new Failure(
        FailureKind.RETRYABLE, "card_declined", "declined by issuer", PAYLOAD, notBefore);
  }

  private static Record of(State state, @Nullable Payload result, @Nullable Failure failure) {
    return new Record(
        new RecordKey("tickets", "K-8842"),
        new Intent("order.create", bytes("digest"), FIRST_SEEN, Map.of("show", "S-204")),
        state,
        Cause.CALL,
        SINCE,
        9,
        new Claim(17, 2, "secret-attempt-id", "orders/pod-1", CLAIMED_AT, LeaseExpiry.HOLD),
        state == State.PROCESSING ? LEASE_END : null,
        result,
        failure,
        List.of("O-501", "P-77"),
        List.of("earlier-attempt-id"),
        Keeping.NONE,
        state.isFinal() ? new Record.Kept(Tier.RETRY, TIER_END) : null,
        List.of(new Event(CLAIMED_AT, EventKind.CLAIMED, 17, "orders/pod-1", "", "s-1")));
  }
}
