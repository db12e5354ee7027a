package dev.onceward.server.rpc;

import dev.onceward.server.lane.Authority;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * A server's gRPC port, put together as the real one is, that answers in the thread that asks:
 * everything but the wire, for simulations that bring a network of their own.
 */
public final class SimulatedPort implements AutoCloseable {
  private final Server server;
  private final ManagedChannel channel;

  private SimulatedPort(Server server, ManagedChannel channel) {
    this.server = server;
    this.channel = channel;
  }

  /**
   * Opens a port.
   *
   * @param name that no other open port has
   * @param timer of the simulation
   */
  public static SimulatedPort open(
      String name, Authority authority, ScheduledExecutorService timer, LongSupplier nanoTime) {
    Instruments instruments =
        new Instruments(nanoTime, new Defects(() -> "simulated"), RpcObserver.NONE);
    InProcessServerBuilder builder =
        InProcessServerBuilder.forName(name).scheduledExecutorService(timer);
    GrpcServer.assemble(
        builder,
        List.of(new IdempotencyGrpc(authority, () -> TenantAccess.ALL, instruments)),
        List.<ServerInterceptor>of(),
        instruments);
    try {
      Server server = builder.build().start();
      ManagedChannel channel =
          InProcessChannelBuilder.forName(name)
              .directExecutor()
              .scheduledExecutorService(timer)
              .build();
      return new SimulatedPort(server, channel);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where to call it. */
  public Channel channel() {
    return channel;
  }

  /** Cuts all calls off. */
  @Override
  public void close() {
    server.shutdownNow();
    channel.shutdownNow();
  }
}
