package dev.onceward.client;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.Map;

/** Refusals as a server makes them. */
final class Refused {
  private Refused() {}

  static Status status(Code code, String text, Message... details) {
    Status.Builder status = Status.newBuilder().setCode(code.value()).setMessage(text);
    for (Message detail : details) {
      status.addDetails(Any.pack(detail));
    }
    return status.build();
  }

  static StatusRuntimeException by(Code code, String text, Message... details) {
    return StatusProto.toStatusRuntimeException(status(code, text, details));
  }

  static ErrorInfo info(String reason, String next, Map<String, String> more) {
    return ErrorInfo.newBuilder()
        .setDomain("onceward")
        .setReason(reason)
        .putMetadata("next", next)
        .putAllMetadata(more)
        .build();
  }
}
