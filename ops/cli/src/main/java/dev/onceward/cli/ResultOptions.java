package dev.onceward.cli;

import com.google.protobuf.ByteString;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.Result;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that make a result. */
final class ResultOptions {
  @Mixin private final PayloadOptions payload = new PayloadOptions();

  @Option(
      names = "--payload-omitted",
      paramLabel = "by-caller|none",
      description = "by-caller: the payload is not sent, only its digest and size.")
  private @Nullable PayloadOmitted payloadOmitted;

  @Option(
      names = "--payload-digest",
      paramLabel = "BYTES",
      description = "The digest of a payload that is not sent: hexadecimal digits, or @FILE.")
  private @Nullable ByteString payloadDigest;

  @Option(
      names = "--payload-size",
      paramLabel = "NUMBER",
      description = "The size in bytes of a payload that is not sent.")
  private @Nullable Long payloadSize;

  PayloadOptions payload() {
    return payload;
  }

  Result result() {
    Result.Builder result = Result.newBuilder();
    if (payload.payload() != null) {
      result.setPayload(payload.payload());
    }
    if (payload.contentType() != null) {
      result.setContentType(payload.contentType());
    }
    if (payloadDigest != null) {
      result.setPayloadDigest(payloadDigest);
    }
    if (payloadSize != null) {
      result.setPayloadSize(payloadSize);
    }
    if (payloadOmitted != null) {
      result.setPayloadOmitted(payloadOmitted);
    }
    return result.build();
  }

  /** Whether anything of a result was given. */
  boolean isGiven() {
    return !result().equals(Result.getDefaultInstance()) || payload.payload() != null;
  }

  /** Whether a payload was described instead of given. */
  boolean isWithheld() {
    return payloadDigest != null || payloadSize != null || payloadOmitted != null;
  }
}
