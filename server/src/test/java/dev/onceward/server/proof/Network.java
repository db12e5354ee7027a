package dev.onceward.server.proof;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way between callers and servers: every request and every answer is a message that takes its
 * time, may be lost, and may come twice. A caller whose time is over hears that nothing is known,
 * and may or may not get through with hanging up.
 */
final class Network {
  private final World world;
  private final Weather weather;
  private long messages;

  /**
   * How bad the network is.
   *
   * @param loss probability that a message is lost
   * @param twice probability that a request is delivered twice
   * @param slow probability that a message takes up to seconds
   */
  record Weather(double loss, double twice, double slow) {}

  /**
   * How a call ended for its caller.
   *
   * @param answer null if it was refused or not answered
   * @param status OK, what it was refused with, or DEADLINE_EXCEEDED if nothing was heard
   */
  record Heard<R>(@Nullable R answer, Status status, @Nullable Metadata trailers) {}

  Network(World world, Weather weather) {
    this.world = world;
    this.weather = weather;
  }

  long messages() {
    return messages;
  }

  /** Sends a request and hands over what comes of it within {@code timeout}, exactly once. */
  <Q, R> void call(
      Node node,
      MethodDescriptor<Q, R> method,
      Q request,
      Duration timeout,
      Consumer<Heard<R>> then) {
    Exchange<Q, R> exchange = new Exchange<>(node, method, request, then);
    exchange.send();
    if (world.chance(weather.twice)) {
      world.after(world.between(Duration.ZERO, Duration.ofSeconds(4)), exchange::send);
    }
    world.after(timeout, exchange::timeIsOver);
  }

  private Duration delay() {
    return world.chance(weather.slow)
        ? world.between(Duration.ofMillis(10), Duration.ofSeconds(5))
        : world.between(Duration.ofNanos(50_000), Duration.ofMillis(2));
  }

  private void deliver(Runnable message) {
    messages++;
    if (!world.chance(weather.loss)) {
      world.after(delay(), message);
    }
  }

  /** One call, with all copies of its request. */
  private final class Exchange<Q, R> {
    private final Node node;
    private final MethodDescriptor<Q, R> method;
    private final Q request;
    private final Consumer<Heard<R>> then;
    private boolean heard;
    private @Nullable ClientCall<Q, R> underWay;

    Exchange(Node node, MethodDescriptor<Q, R> method, Q request, Consumer<Heard<R>> then) {
      this.node = node;
      this.method = method;
      this.request = request;
      this.then = then;
    }

    void send() {
      deliver(() -> node.whenRunning(this::arrive));
      if (!node.isUp()) {
        // Nobody listens there: most often that is told at once.
        deliver(() -> hear(new Heard<>(null, Status.UNAVAILABLE, null)));
      }
    }

    private void arrive() {
      Channel channel = node.channel();
      if (channel == null) {
        return;
      }
      ClientCall<Q, R> call = channel.newCall(method, CallOptions.DEFAULT);
      underWay = call;
      ClientCalls.asyncUnaryCall(call, request, new Answer());
    }

    /** What the server says goes back over the network. */
    private final class Answer implements StreamObserver<R> {
      private @Nullable R answer;

      @Override
      public void onNext(R value) {
        answer = value;
      }

      @Override
      public void onCompleted() {
        R value = answer;
        deliver(() -> hear(new Heard<>(value, Status.OK, null)));
      }

      @Override
      public void onError(Throwable failure) {
        Status status = Status.fromThrowable(failure);
        Metadata trailers = Status.trailersFromThrowable(failure);
        deliver(() -> hear(new Heard<>(null, status, trailers)));
      }
    }

    private void hear(Heard<R> told) {
      if (!heard) {
        heard = true;
        then.accept(told);
      }
    }

    void timeIsOver() {
      if (heard) {
        return;
      }
      ClientCall<Q, R> call = underWay;
      if (call != null) {
        deliver(() -> call.cancel("the caller has hung up", null));
      }
      hear(new Heard<>(null, Status.DEADLINE_EXCEEDED, null));
    }
  }
}
