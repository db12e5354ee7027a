package dev.onceward.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import dev.onceward.v1.ErrorReason;
import dev.onceward.v1.NextStep;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The reader of refusals: from a gRPC status and its details to an {@link OncewardException}. */
final class Refusals {
  private static final String DOMAIN = "onceward";

  private Refusals() {}

  /** What a call ended with, whatever it was. */
  static OncewardException of(Throwable failure) {
    if (failure instanceof OncewardException refused) {
      return refused;
    }
    com.google.rpc.Status details = StatusProto.fromThrowable(failure);
    Status status = Status.fromThrowable(failure);
    if (details != null && details.getCode() == status.getCode().value()) {
      return new OncewardException(read(details), failure);
    }
    String text = Optional.ofNullable(status.getDescription()).orElse("");
    return new OncewardException(withoutDetails(status.getCode(), text), failure);
  }

  static OncewardException of(com.google.rpc.Status error) {
    StatusException cause = StatusProto.toStatusException(error);
    return new OncewardException(read(error), cause);
  }

  /** An answer that this side refuses, or a wait that it gave up. */
  static OncewardException local(Status.Code code, String text, @Nullable Throwable cause) {
    return new OncewardException(withoutDetails(code, text), cause);
  }

  private static Refusal read(com.google.rpc.Status status) {
    Status.Code code = Status.fromCodeValue(status.getCode()).getCode();
    Optional<ErrorInfo> info =
        detail(status, ErrorInfo.class).filter(found -> found.getDomain().equals(DOMAIN));
    if (info.isEmpty()) {
      return withoutDetails(code, status.getMessage());
    }
    Map<String, String> metadata = info.get().getMetadataMap();
    return new Refusal(
        code,
        named(ErrorReason.class, "ERROR_REASON_", info.get().getReason())
            .orElse(ErrorReason.ERROR_REASON_UNSPECIFIED),
        named(NextStep.class, "NEXT_STEP_", metadata.getOrDefault("next", "UNSPECIFIED"))
            .orElse(NextStep.NEXT_STEP_UNSPECIFIED),
        status.getMessage(),
        detail(status, RetryInfo.class).map(retry -> duration(retry.getRetryDelay())),
        metadata,
        detail(status, BadRequest.class).map(Refusals::violations).orElse(Map.of()));
  }

  private static Refusal withoutDetails(Status.Code code, String text) {
    return new Refusal(
        code,
        ErrorReason.ERROR_REASON_UNSPECIFIED,
        repeatable(code) ? NextStep.NEXT_STEP_SAME_CALL : NextStep.NEXT_STEP_UNSPECIFIED,
        text,
        Optional.empty(),
        Map.of(),
        Map.of());
  }

  // The codes of calls that the network, not the service, has ended. Each may or may not have had
  // its effect.
  private static boolean repeatable(Status.Code code) {
    return code == Status.Code.UNAVAILABLE
        || code == Status.Code.DEADLINE_EXCEEDED
        || code == Status.Code.CANCELLED;
  }

  private static Map<String, String> violations(BadRequest request) {
    Map<String, String> byField = new LinkedHashMap<>();
    request
        .getFieldViolationsList()
        .forEach(found -> byField.putIfAbsent(found.getField(), found.getDescription()));
    return byField;
  }

  private static <M extends Message> Optional<M> detail(
      com.google.rpc.Status status, Class<M> type) {
    for (Any detail : status.getDetailsList()) {
      if (detail.is(type)) {
        try {
          return Optional.of(detail.unpack(type));
        } catch (InvalidProtocolBufferException e) {
          // A damaged detail tells as much as a missing one; the status still stands.
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The constant called {@code prefix + name}, unless a newer server knows more of them than this
   * client.
   */
  private static <E extends Enum<E>> Optional<E> named(Class<E> type, String prefix, String name) {
    try {
      return Optional.of(Enum.valueOf(type, prefix + name));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Duration duration(com.google.protobuf.Duration duration) {
    return Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
  }
}
