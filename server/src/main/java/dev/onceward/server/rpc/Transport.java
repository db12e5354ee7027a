package dev.onceward.server.rpc;

import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The event loops of one gRPC port and the way its connections are set up. Thread-safe. */
final class Transport {
  /** Each waiting Begin holds a call, so a gateway's one connection may need many. */
  private static final int CALLS_PER_CONNECTION = 4096;

  /** A client may ask this often whether the server lives; oftener is abuse. */
  private static final int PING_SECONDS_MIN = 10;

  /** An idle connection is asked this often, so that one whose client has vanished is freed. */
  private static final int PING_SECONDS = 60;

  private static final int PING_TIMEOUT_SECONDS = 20;

  private final EventLoopGroup loops;
  private final Class<? extends ServerChannel> channel;

  private Transport(EventLoopGroup loops, Class<? extends ServerChannel> channel) {
    this.loops = loops;
    this.channel = channel;
  }

  /** Transport on that many threads; on Linux by epoll. */
  static Transport open(int eventLoops) {
    ThreadFactory threads = new DefaultThreadFactory("onceward-grpc", true);
    return Epoll.isAvailable()
        ? new Transport(
            new MultiThreadIoEventLoopGroup(eventLoops, threads, EpollIoHandler.newFactory()),
            EpollServerSocketChannel.class)
        : new Transport(
            new MultiThreadIoEventLoopGroup(eventLoops, threads, NioIoHandler.newFactory()),
            NioServerSocketChannel.class);
  }

  /** A server on this transport. */
  NettyServerBuilder builder(GrpcOptions options) throws IOException {
    return listening(options)
        .bossEventLoopGroup(loops)
        .workerEventLoopGroup(loops)
        .channelType(channel)
        .maxInboundMessageSize(options.messageBytesMax())
        .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION)
        .permitKeepAliveWithoutCalls(true)
        .permitKeepAliveTime(PING_SECONDS_MIN, TimeUnit.SECONDS)
        .keepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
        .keepAliveTimeout(PING_TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  private static NettyServerBuilder listening(GrpcOptions options) throws IOException {
    try {
      return NettyServerBuilder.forAddress(options.address(), credentials(options));
    } catch (IllegalArgumentException e) {
      // gRPC reads the files only here, and has no better exception for what it finds in them.
      throw new IOException("the TLS certificate, key or client CA cannot be used", e);
    }
  }

  private static ServerCredentials credentials(GrpcOptions options) throws IOException {
    if (options.tls().isEmpty()) {
      return InsecureServerCredentials.create();
    }
    GrpcOptions.Tls tls = options.tls().get();
    TlsServerCredentials.Builder credentials =
        TlsServerCredentials.newBuilder()
            .keyManager(tls.certificate().toFile(), tls.key().toFile());
    if (tls.clientCa().isPresent()) {
      credentials
          .trustManager(tls.clientCa().get().toFile())
          .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
    }
    return credentials.build();
  }

  /** Frees the threads; those that are still needed go a moment later. */
  @SuppressWarnings("FutureReturnValueIgnored") // daemon threads: nothing depends on their end
  void close() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
