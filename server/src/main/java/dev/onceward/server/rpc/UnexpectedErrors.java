package dev.onceward.server.rpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends a call whose handling throws with INTERNAL and an id that the log has too; nothing of the
 * exception reaches the caller. Thread-safe.
 */
final class UnexpectedErrors implements ServerInterceptor {
  private final Defects defects;
  private final RpcObserver observer;

  UnexpectedErrors(Defects defects, RpcObserver observer) {
    this.defects = defects;
    this.observer = observer;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    OnceClosed<Q, R> once = new OnceClosed<>(call);
    try {
      return new Guarded<>(next.startCall(once, headers), once);
    } catch (RuntimeException | Error e) {
      end(once, e);
      return new ServerCall.Listener<>() {};
    }
  }

  private void end(OnceClosed<?, ?> call, Throwable thrown) {
    Refusal refusal = defects.refusal(thrown);
    if (call.open()) {
      observer.refused(refusal.reason());
      Errors.close(call, refusal);
    }
  }

  /** A call that is closed at most once, be it by its handler and by its guard. */
  private static final class OnceClosed<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private final AtomicBoolean closed = new AtomicBoolean();

    OnceClosed(ServerCall<Q, R> call) {
      super(call);
    }

    boolean open() {
      return !closed.get();
    }

    @Override
    public void close(Status status, Metadata trailers) {
      if (closed.compareAndSet(false, true)) {
        super.close(status, trailers);
      }
    }
  }

  private final class Guarded<Q> extends SimpleForwardingServerCallListener<Q> {
    private final OnceClosed<Q, ?> call;

    Guarded(ServerCall.Listener<Q> listener, OnceClosed<Q, ?> call) {
      super(listener);
      this.call = call;
    }

    @Override
    public void onMessage(Q message) {
      guard(() -> super.onMessage(message));
    }

    @Override
    public void onHalfClose() {
      guard(super::onHalfClose);
    }

    @Override
    public void onReady() {
      guard(super::onReady);
    }

    @Override
    public void onCancel() {
      guard(super::onCancel);
    }

    @Override
    public void onComplete() {
      guard(super::onComplete);
    }

    private void guard(Runnable event) {
      try {
        event.run();
      } catch (RuntimeException | Error e) {
        end(call, e);
      }
    }
  }
}
