package dev.onceward.cli;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of calls that can wait for a result, and leave it out. */
final class AnswerOptions {
  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      description = "How long to wait for a running attempt to end, 0s to 60s. Default: 0s.")
  private @Nullable Duration wait;

  @Option(
      names = "--without-payload",
      description = "Leave the result's payload out of the answer.")
  private boolean withoutPayload;

  Optional<com.google.protobuf.Duration> waitTime() {
    return Optional.ofNullable(wait).map(DurationConverter::toProto);
  }

  boolean withoutPayload() {
    return withoutPayload;
  }
}
