package dev.onceward.server.store;

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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records of every state with every part that the state may carry, for tests of how they are
 * stored.
 */
final class StoredRecords {
  static final RecordKey KEY = new RecordKey("tickets", "K-8842");
  static final Instant NOW = Instant.parse("2026-05-04T20:14:00.123Z");

  private StoredRecords() {}

  static Record of(State state) {
    return switch (state) {
      case PROCESSING -> record(state, NOW.plusSeconds(30), null, declined(text("sorry")), null);
      case SUCCEEDED -> record(state, null, Payload.of(text("O-501"), "text/plain"), null, kept());
      case FAILED_RETRYABLE -> record(state, null, null, declined(text("sorry")), null);
      case FAILED_FINAL -> record(state, null, null, declined(Bytes.EMPTY), kept());
      case IN_DOUBT -> record(state, null, null, null, null);
    };
  }

  static Record succeededWith(Payload payload) {
    return record(State.SUCCEEDED, null, payload, null, kept());
  }

  static Bytes text(String text) {
    return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  static Bytes filled(int size) {
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, (byte) 7);
    return Bytes.wrap(bytes);
  }

  private static Failure declined(Bytes payload) {
    return new Failure(
        FailureKind.RETRYABLE,
        "declined",
        "the bank said no",
        payload.isEmpty() ? Payload.EMPTY : Payload.of(payload, "text/plain"),
        NOW.plusSeconds(5));
  }

  private static Record.Kept kept() {
    return new Record.Kept(Tier.RETRY, NOW.plusSeconds(86_400));
  }

  private static Record record(
      State state,
      @Nullable Instant leaseExpiresAt,
      @Nullable Payload result,
      @Nullable Failure failure,
      Record.@Nullable Kept kept) {
    return new Record(
        KEY,
        new Intent("order.confirm", text("digest"), NOW.minusSeconds(60), Map.of("show", "S-204")),
        state,
        Cause.CALL,
        NOW,
        7,
        new Claim(1_777_925_640_123_000L, 2, "attempt-2-attempt-2", "pod-1", NOW, LeaseExpiry.HOLD),
        leaseExpiresAt,
        result,
        failure,
        List.of("O-501"),
        List.of("attempt-1-attempt-1"),
        new Keeping(
            new Retention(NOW.plusSeconds(999), "dead letter"),
            List.of(new Hold("case-17", NOW.plusSeconds(9_999), "pat", "a complaint"))),
        kept,
        List.of(
            new Event(NOW.minusSeconds(60), EventKind.CLAIMED, 17, "pod-0", "", "s-1"),
            new Event(NOW, EventKind.TAKEN_OVER, 1_777_925_640_123_000L, "pod-1", "", "s-2")));
  }
}
