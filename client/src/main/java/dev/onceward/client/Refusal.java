package dev.onceward.client;

import dev.onceward.v1.ErrorReason;
import dev.onceward.v1.NextStep;
import io.grpc.Status;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The facts of a refusal, as read from a status. */
record Refusal(
    Status.Code code,
    ErrorReason reason,
    NextStep nextStep,
    String text,
    Optional<Duration> retryAfter,
    Map<String, String> metadata,
    Map<String, String> fieldViolations) {

  Refusal {
    metadata = Map.copyOf(metadata);
    fieldViolations = Map.copyOf(fieldViolations);
  }

  /** One line: the reason (or the code where there is none), then the server's text. */
  String summary() {
    String name =
        reason == ErrorReason.ERROR_REASON_UNSPECIFIED
            ? code.name()
            : reason.name().substring("ERROR_REASON_".length());
    return text.isEmpty() ? name : name + ": " + text;
  }
}
