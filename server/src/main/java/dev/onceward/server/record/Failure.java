package dev.onceward.server.record;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why an attempt failed.
 *
 * @param kind what the attempt knew about its effect
 * @param code for programs, may be empty; the server never decides by it
 * @param message for people, may be empty
 * @param payload an answer to give back
 * @param retryNotBefore no claim before this; null if at once. Only of a retryable failure
 */
public record Failure(
    FailureKind kind,
    String code,
    String message,
    Payload payload,
    @Nullable Instant retryNotBefore) {
  /** The code of a failure that the server wrote when a lease ended. */
  public static final String LEASE_EXPIRED = "LEASE_EXPIRED";

  /** The code of a failure that the server wrote when no attempts were left. */
  public static final String ATTEMPTS_EXHAUSTED = "ATTEMPTS_EXHAUSTED";

  /** Refuses absent parts. */
  public Failure {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(code);
    Objects.requireNonNull(message);
    Objects.requireNonNull(payload);
    if (retryNotBefore != null && kind != FailureKind.RETRYABLE) {
      throw new IllegalArgumentException("retryNotBefore with kind " + kind);
    }
  }

  Failure notBefore(@Nullable Instant moment) {
    return new Failure(kind, code, message, payload, moment);
  }

  boolean sameAs(Failure other) {
    return kind == other.kind
        && code.equals(other.code)
        && payload.digest().equals(other.payload.digest());
  }
}
