package dev.onceward.client;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A loopback server of a scripted service, which notes what arrives beside the requests. */
final class ScriptedServer implements AutoCloseable {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  final ScriptedService service = new ScriptedService();
  final List<Call> calls = new CopyOnWriteArrayList<>();
  private final Server server;

  ScriptedServer() throws IOException {
    server =
        NettyServerBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                InsecureServerCredentials.create())
            .addService(ServerInterceptors.intercept(service, new Notes()))
            .build()
            .start();
  }

  String target() {
    return "127.0.0.1:" + server.getPort();
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * One received call.
   *
   * @param remote the connection that it came on
   * @param authorization that header, or empty
   * @param timeLeft until its deadline
   */
  record Call(String remote, String authorization, Duration timeLeft) {}

  private final class Notes implements ServerInterceptor {
    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      Deadline deadline = Objects.requireNonNull(Context.current().getDeadline());
      String authorization = headers.get(AUTHORIZATION);
      calls.add(
          new Call(
              String.valueOf(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)),
              authorization == null ? "" : authorization,
              Duration.ofNanos(deadline.timeRemaining(TimeUnit.NANOSECONDS))));
      return next.startCall(call, headers);
    }
  }
}
