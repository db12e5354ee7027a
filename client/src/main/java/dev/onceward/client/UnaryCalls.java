package dev.onceward.client;

import io.grpc.CallCredentials;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Unary calls as futures: each with a deadline, cancelled with its future, refused with an
 * OncewardException.
 */
final class UnaryCalls {
  // Of an answer: a record's payload and failure payload are 256 KiB each, a Batch reply at most 3
  // MiB.
  private static final int INBOUND_BYTES_MAX = 8 << 20;

  private final Channels channels;
  private final CallOptions options;

  UnaryCalls(Channels channels, @Nullable CallCredentials credentials) {
    this.channels = channels;
    CallOptions sized = CallOptions.DEFAULT.withMaxInboundMessageSize(INBOUND_BYTES_MAX);
    this.options = credentials == null ? sized : sized.withCallCredentials(credentials);
  }

  /** Starts a call that ends with the gRPC context that it was made in. */
  <Q, R, T> CompletableFuture<T> start(
      MethodDescriptor<Q, R> method, Q request, Duration timeout, Function<R, T> answer) {
    ClientCall<Q, R> call =
        channels
            .next()
            .newCall(method, options.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS));
    Answer<R, T> pending = new Answer<>(answer);
    var unused = pending.future.whenComplete((value, failure) -> pending.ended(call));
    ClientCalls.asyncUnaryCall(call, request, pending);
    return pending.future;
  }

  /**
   * Starts a call that goes on when the inbound call that it was made for is cancelled or late:
   * what happened must be recorded, whether or not anybody upstream still waits.
   */
  <Q, R> CompletableFuture<R> startDetached(
      MethodDescriptor<Q, R> method, Q request, Duration timeout) {
    Context detached = Context.current().fork();
    Context previous = detached.attach();
    try {
      return start(method, request, timeout, Function.identity());
    } finally {
      detached.detach(previous);
    }
  }

  private static final class Answer<R, T> implements StreamObserver<R> {
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private final Function<R, T> answer;
    private @Nullable R received;
    private volatile boolean closed;

    Answer(Function<R, T> answer) {
      this.answer = answer;
    }

    /**
     * Ends the call if its future was ended from outside, be it by cancel, orTimeout or complete.
     */
    void ended(ClientCall<?, R> call) {
      // gRPC may close a call while it is still being started, and does not like it to be cancelled
      // then.
      if (!closed) {
        call.cancel("the caller no longer waits for the answer", null);
      }
    }

    @Override
    public void onNext(R value) {
      received = value;
    }

    @Override
    public void onError(Throwable failure) {
      closed = true;
      future.completeExceptionally(Refusals.of(failure));
    }

    @Override
    public void onCompleted() {
      closed = true;
      if (received == null) {
        future.completeExceptionally(
            Refusals.local(Status.Code.INTERNAL, "an answer without a message", null));
        return;
      }
      T value;
      try {
        value = answer.apply(received);
      } catch (RuntimeException e) {
        future.completeExceptionally(
            Refusals.local(Status.Code.INTERNAL, "an answer that breaks the contract", e));
        return;
      }
      future.complete(value);
    }
  }
}
