package dev.onceward.server.rpc;

import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Failure;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.PayloadOmitted;
import dev.onceward.v1.Result;
import org.jspecify.annotations.Nullable;

/**
 * Reads what an attempt leaves behind, its result or its failure, named from its own message on.
 */
final class PayloadFields {
  private PayloadFields() {}

  /**
   * The result; null if a field does not pass.
   *
   * <p>One that is too large to be stored is not refused, for its effect has happened: the success
   * is recorded with the payload's digest and size.
   */
  static @Nullable Payload result(Result given, FieldChecks checks) {
    checks.text("content_type", given.getContentType(), 0, Limits.CONTENT_TYPE);
    return switch (given.getPayloadOmitted()) {
      case PAYLOAD_OMITTED_UNSPECIFIED, PAYLOAD_OMITTED_NONE -> present(given, checks);
      case PAYLOAD_OMITTED_BY_CALLER -> withheld(given, checks);
      case PAYLOAD_OMITTED_TOO_LARGE,
          PAYLOAD_OMITTED_EXPIRED,
          PAYLOAD_OMITTED_REDACTED,
          PAYLOAD_OMITTED_ON_REQUEST -> {
        checks.add(
            "payload_omitted",
            "is for the server to say: leave it out, or send PAYLOAD_OMITTED_BY_CALLER");
        yield null;
      }
      case UNRECOGNIZED -> {
        checks.unknownEnum("payload_omitted", given.getPayloadOmittedValue());
        yield null;
      }
    };
  }

  private static Payload present(Result given, FieldChecks checks) {
    if (!given.getPayloadDigest().isEmpty()) {
      checks.add(
          "payload_digest",
          "is computed by the server: leave it out, or send PAYLOAD_OMITTED_BY_CALLER");
    }
    if (given.getPayloadSize() != 0) {
      checks.add(
          "payload_size",
          "is computed by the server: leave it out, or send PAYLOAD_OMITTED_BY_CALLER");
    }
    if (given.getPayload().isEmpty() && given.getContentType().isEmpty()) {
      return Payload.EMPTY;
    }
    Bytes bytes = CommonFields.bytes(given.getPayload());
    Payload payload = Payload.of(bytes, given.getContentType());
    return bytes.size() > Limits.PAYLOAD ? payload.without(PayloadOmitted.TOO_LARGE) : payload;
  }

  private static @Nullable Payload withheld(Result given, FieldChecks checks) {
    if (!given.getPayload().isEmpty()) {
      checks.add("payload", "is given although payload_omitted is BY_CALLER: send one");
    }
    checks.bytes("payload_digest", given.getPayloadDigest(), 1, Limits.DIGEST);
    if (given.getPayloadSize() < 0) {
      checks.add("payload_size", "is below 0: send the payload's size in bytes");
      return null;
    }
    return Payload.withheld(
        given.getContentType(),
        CommonFields.bytes(given.getPayloadDigest()),
        given.getPayloadSize());
  }

  /** The failure; null if a field does not pass. */
  static @Nullable Failure failure(dev.onceward.v1.Failure given, FieldChecks checks) {
    FailureKind kind = kind(given, checks);
    checks.text("code", given.getCode(), 0, Limits.CODE);
    checks.text("message", given.getMessage(), 0, Limits.MESSAGE);
    checks.text("content_type", given.getContentType(), 0, Limits.CONTENT_TYPE);
    checks.bytes("payload", given.getPayload(), 0, Limits.PAYLOAD);
    if (given.hasRetryNotBefore()) {
      checks.add(
          "retry_not_before", "is for the server to say: leave it out, Fail has retry_after");
    }
    if (kind == null || !checks.passed()) {
      return null;
    }
    return new Failure(kind, given.getCode(), given.getMessage(), payload(given), null);
  }

  private static Payload payload(dev.onceward.v1.Failure given) {
    return given.getPayload().isEmpty() && given.getContentType().isEmpty()
        ? Payload.EMPTY
        : Payload.of(CommonFields.bytes(given.getPayload()), given.getContentType());
  }

  private static @Nullable FailureKind kind(dev.onceward.v1.Failure given, FieldChecks checks) {
    return switch (given.getKind()) {
      case FAILURE_KIND_RETRYABLE -> FailureKind.RETRYABLE;
      case FAILURE_KIND_FINAL -> FailureKind.FINAL;
      case FAILURE_KIND_UNKNOWN -> FailureKind.UNKNOWN;
      case FAILURE_KIND_UNSPECIFIED -> {
        checks.add("kind", "is missing: say RETRYABLE, FINAL or UNKNOWN");
        yield null;
      }
      case UNRECOGNIZED -> {
        checks.unknownEnum("kind", given.getKindValue());
        yield null;
      }
    };
  }
}
