package dev.onceward.server.rpc;

import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.RecordKey;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.RetainRequest;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads what anyone may ask about a key: Get and Retain. */
final class LookupFields {
  private LookupFields() {}

  /** The question that a Get puts; null if a field does not pass. */
  static @Nullable Question get(GetRequest request, FieldChecks checks) {
    RecordKey key = CommonFields.key(request.getTenant(), request.getKey(), checks);
    checks.text("operation", request.getOperation(), 0, Limits.OPERATION);
    checks.bytes("request_digest", request.getRequestDigest(), 0, Limits.DIGEST);
    Duration wait = CommonFields.wait(request.hasWait(), request.getWait(), checks);
    if (!checks.passed()) {
      return null;
    }
    String operation = request.getOperation().isEmpty() ? null : request.getOperation();
    Bytes digest =
        request.getRequestDigest().isEmpty()
            ? null
            : CommonFields.bytes(request.getRequestDigest());
    return new Question(
        new Command.Get(key, operation, digest), wait, !request.getWithoutPayload());
  }

  /** The question that a Retain puts; null if a field does not pass. */
  static @Nullable Question retain(RetainRequest request, FieldChecks checks) {
    RecordKey key = CommonFields.key(request.getTenant(), request.getKey(), checks);
    checks.text("reason", request.getReason(), 1, Limits.REASON);
    Instant until = null;
    if (request.hasUntil()) {
      until = checks.timestamp("until", request.getUntil());
    } else {
      checks.add("until", "is missing: say until when the record is to be kept");
    }
    if (until == null || !checks.passed()) {
      return null;
    }
    return Question.of(new Command.Retain(key, until, request.getReason()));
  }
}
