package dev.onceward.server.rpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many unary calls are under way, so that a draining server waits for them and for nothing
 * else: a client may watch health for as long as it likes. Thread-safe.
 */
final class OpenCalls implements ServerInterceptor {
  private final AtomicLong open = new AtomicLong();
  private volatile boolean awaited;

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    if (call.getMethodDescriptor().getType() != MethodDescriptor.MethodType.UNARY) {
      return next.startCall(call, headers);
    }
    open.incrementAndGet();
    try {
      return new Counted<>(next.startCall(call, headers));
    } catch (RuntimeException | Error e) {
      ended();
      throw e;
    }
  }

  /** Waits until no call is under way; false if {@code timeout} was too short for that. */
  synchronized boolean awaitNone(Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    awaited = true;
    while (open.get() > 0) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  private void ended() {
    if (open.decrementAndGet() == 0 && awaited) {
      synchronized (this) {
        notifyAll();
      }
    }
  }

  /** gRPC tells each listener of one end, and of one only. */
  private final class Counted<Q> extends SimpleForwardingServerCallListener<Q> {
    Counted(ServerCall.Listener<Q> listener) {
      super(listener);
    }

    @Override
    public void onComplete() {
      ended();
      super.onComplete();
    }

    @Override
    public void onCancel() {
      ended();
      super.onCancel();
    }
  }
}
