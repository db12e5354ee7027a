package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A refusal as an independent client reads it off the wire. */
record Told(
    Status.Code code,
    String message,
    String reason,
    Map<String, String> metadata,
    List<String> fields,
    long retryMillis,
    String pushback) {
  static final long NO_RETRY = -1;

  /** What the call is refused with. */
  static Told by(ThrowingCallable call) {
    StatusRuntimeException thrown = catchThrowableOfType(StatusRuntimeException.class, call);
    if (thrown == null) {
      throw new AssertionError("the call was answered");
    }
    return by(thrown);
  }

  static Told by(StatusRuntimeException thrown) {
    com.google.rpc.Status status = StatusProto.fromThrowable(thrown);
    if (status == null) {
      throw new AssertionError("no status in " + thrown);
    }
    Metadata trailers = thrown.getTrailers();
    String pushback = trailers == null ? null : trailers.get(Errors.PUSHBACK);
    return by(status, pushback == null ? "" : pushback);
  }

  static Told by(com.google.rpc.Status status) {
    return by(status, "");
  }

  private static Told by(com.google.rpc.Status status, String pushback) {
    ErrorInfo info = ErrorInfo.getDefaultInstance();
    List<String> fields = new ArrayList<>();
    long retryMillis = NO_RETRY;
    try {
      for (Any detail : status.getDetailsList()) {
        if (detail.is(ErrorInfo.class)) {
          info = detail.unpack(ErrorInfo.class);
        } else if (detail.is(BadRequest.class)) {
          detail.unpack(BadRequest.class).getFieldViolationsList().stream()
              .map(BadRequest.FieldViolation::getField)
              .forEach(fields::add);
        } else if (detail.is(RetryInfo.class)) {
          var delay = detail.unpack(RetryInfo.class).getRetryDelay();
          retryMillis = delay.getSeconds() * 1000 + delay.getNanos() / 1_000_000;
        }
      }
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
    if (!info.getReason().isEmpty() && !info.getDomain().equals("onceward")) {
      throw new AssertionError("domain " + info.getDomain());
    }
    return new Told(
        Status.fromCodeValue(status.getCode()).getCode(),
        status.getMessage(),
        info.getReason(),
        info.getMetadataMap(),
        List.copyOf(fields),
        retryMillis,
        pushback);
  }

  String next() {
    return metadata.getOrDefault("next", "");
  }

  String field() {
    return metadata.getOrDefault("field", "");
  }
}
