package dev.onceward.server.rpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.function.LongSupplier;

/**
 * Tells how long each unary call took and how it ended. The outermost interceptor, so that what the
 * others refuse is counted too. Thread-safe.
 */
final class CallMetrics implements ServerInterceptor {
  private final RpcObserver observer;
  private final LongSupplier nanoTime;

  CallMetrics(RpcObserver observer, LongSupplier nanoTime) {
    this.observer = observer;
    this.nanoTime = nanoTime;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    // A stream, as health and reflection have, lasts as long as its client likes.
    if (call.getMethodDescriptor().getType() != MethodDescriptor.MethodType.UNARY) {
      return next.startCall(call, headers);
    }
    return next.startCall(new TimedCall<>(call), headers);
  }

  private final class TimedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private final long startNanos = nanoTime.getAsLong();

    TimedCall(ServerCall<Q, R> call) {
      super(call);
    }

    @Override
    public void close(Status status, Metadata trailers) {
      super.close(status, trailers);
      // A call that its client has left ends in the service like any other, but nobody hears it.
      Status.Code code = isCancelled() ? Status.Code.CANCELLED : status.getCode();
      observer.callDone(
          getMethodDescriptor().getFullMethodName(), code, nanoTime.getAsLong() - startNanos);
    }
  }
}
