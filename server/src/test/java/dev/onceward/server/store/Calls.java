package dev.onceward.server.store;

import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Failure;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commands as callers would send them, for tests of the store and of what stands on it. */
public final class Calls {
  /** The lease that every Begin and Renew asks for. */
  public static final Duration LEASE = Duration.ofSeconds(30);

  private static final String OPERATION = "order.confirm";
  private static final Bytes DIGEST = text("one ticket");

  private Calls() {}

  public static RecordKey key(String name) {
    return new RecordKey("tickets", name);
  }

  /** A Begin whose work may be run again if its lease ends. */
  public static Command.Begin begin(RecordKey key, String attempt) {
    return begin(key, attempt, LeaseExpiry.RETRY);
  }

  public static Command.Begin begin(RecordKey key, String attempt, LeaseExpiry expiry) {
    return begin(key, attempt, expiry, Map.of());
  }

  public static Command.Begin begin(
      RecordKey key, String attempt, LeaseExpiry expiry, Map<String, String> labels) {
    return new Command.Begin(
        key, OPERATION, List.of(DIGEST), attempt, "pod-" + attempt, LEASE, null, expiry, labels);
  }

  public static Command.Complete complete(Record held, Payload result, String... references) {
    return new Command.Complete(claimOf(held), result, List.of(references));
  }

  public static Command.Fail fail(Record held, FailureKind kind, Payload payload) {
    Failure failure = new Failure(kind, "declined", "the bank said no", payload, null);
    return new Command.Fail(claimOf(held), failure, Duration.ZERO);
  }

  public static Command.Renew renew(
      Record held, @Nullable LeaseExpiry expiry, String... references) {
    return new Command.Renew(claimOf(held), LEASE, expiry, List.of(references));
  }

  public static Command.Retain retain(RecordKey key, Instant until) {
    return new Command.Retain(key, until, "dead letter");
  }

  public static Command.Get get(RecordKey key) {
    return new Command.Get(key, null, null);
  }

  private static Command.ClaimRef claimOf(Record held) {
    return new Command.ClaimRef(held.key(), held.claim().version(), held.claim().attemptId());
  }

  public static Payload payload(String text) {
    return Payload.of(text(text), "text/plain");
  }

  /** A payload of that many bytes, none like the other's. */
  public static Payload payload(int size, int filling) {
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, (byte) filling);
    return Payload.of(Bytes.wrap(bytes), "application/octet-stream");
  }

  private static Bytes text(String text) {
    return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
