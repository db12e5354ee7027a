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

  /** The code of a failure that the server wrote when nobody had tried again for too long. */
  public static final String ABANDONED = "ABANDONED";

  /** The code of a failure that stands where an operator found that nothing had happened. */
  public static final String NOT_EXECUTED = "NOT_EXECUTED";

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

  /** A final failure that the server writes, with what the last attempt said. */
  static Failure given(String code, @Nullable Failure last) {
    return new Failure(
        FailureKind.FINAL,
        code,
        last == null ? "" : last.message(),
        last == null ? Payload.EMPTY : last.payload(),
        null);
  }

  Failure with(Payload other) {
    return new Failure(kind, code, message, other, retryNotBefore);
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
