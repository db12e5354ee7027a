package dev.onceward.bench;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One unary method of one connection, called again and again, one call at a time. It is its own
 * observer, so that a call costs no more than gRPC's part of it.
 */
final class Call<Q, A> implements StreamObserver<A> {
  private final Channel channel;
  private final MethodDescriptor<Q, A> method;
  private @Nullable Slot slot;
  private @Nullable Consumer<A> then;
  private @Nullable A answer;

  Call(Channel channel, MethodDescriptor<Q, A> method) {
    this.channel = channel;
    this.method = method;
  }

  /** Sends a request; {@code then} gets the answer, or {@code slot} has failed. */
  void send(Q request, Slot slot, Consumer<A> then) {
    this.slot = slot;
    this.then = then;
    answer = null;
    ClientCalls.asyncUnaryCall(channel.newCall(method, CallOptions.DEFAULT), request, this);
  }

  @Override
  public void onNext(A value) {
    answer = value;
  }

  @Override
  public void onCompleted() {
    if (answer != null && then != null) {
      then.accept(answer);
    }
  }

  @Override
  public void onError(Throwable failure) {
    if (slot != null) {
      Status status = Status.fromThrowable(failure);
      slot.failed(
          method.getBareMethodName() + ": " + status.getCode() + ", " + status.getDescription());
    }
  }
}
