package dev.onceward.cli;

import dev.onceward.v1.Failure;
import picocli.CommandLine.Option;

/** The options that make a failure, together with those of its payload. */
final class FailureOptions {
  @Option(
      names = "--code",
      paramLabel = "TEXT",
      description = "A short code of the failure for programs, for example card_declined.")
  private String code = "";

  @Option(
      names = "--message",
      paramLabel = "TEXT",
      description = "A text about the failure for people.")
  private String message = "";

  /** The failure, but for its kind. */
  Failure.Builder with(PayloadOptions payload) {
    Failure.Builder failure = Failure.newBuilder().setCode(code).setMessage(message);
    if (payload.payload() != null) {
      failure.setPayload(payload.payload());
    }
    if (payload.contentType() != null) {
      failure.setContentType(payload.contentType());
    }
    return failure;
  }

  boolean isGiven() {
    return !code.isEmpty() || !message.isEmpty();
  }
}
