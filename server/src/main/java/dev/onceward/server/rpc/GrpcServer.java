package dev.onceward.server.rpc;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerInterceptor;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The gRPC port: the services given, health and reflection, until it is drained. Thread-safe.
 *
 * <p>Calls run on the event loops, so no service may block.
 */
public final class GrpcServer {
  private static final Duration FAREWELL = Duration.ofMillis(500);
  private static final Duration ABORT_TIMEOUT = Duration.ofSeconds(5);

  private final Transport transport;
  private final Server server;
  private final HealthStatusManager health;
  private final OpenCalls openCalls;

  private GrpcServer(
      Transport transport, Server server, HealthStatusManager health, OpenCalls openCalls) {
    this.transport = transport;
    this.server = server;
    this.health = health;
    this.openCalls = openCalls;
  }

  /**
   * Starts to serve.
   *
   * @param interceptors further ones, outermost first; those that time calls and catch exceptions
   *     stand before them
   * @throws IOException if the address cannot be had or a TLS file cannot be used
   */
  public static GrpcServer start(
      GrpcOptions options,
      List<? extends BindableService> services,
      List<? extends ServerInterceptor> interceptors,
      Instruments instruments)
      throws IOException {
    Transport transport = Transport.open(options.eventLoops());
    try {
      HealthStatusManager health = new HealthStatusManager();
      ServerBuilder<?> builder = transport.builder(options);
      assemble(builder, services, interceptors, instruments);
      OpenCalls openCalls = new OpenCalls();
      reflect(builder.addService(health.getHealthService()).intercept(openCalls));
      Server server = builder.build().start();
      health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, ServingStatus.SERVING);
      server
          .getServices()
          .forEach(
              s -> health.setStatus(s.getServiceDescriptor().getName(), ServingStatus.SERVING));
      return new GrpcServer(transport, server, health, openCalls);
    } catch (IOException | RuntimeException e) {
      transport.close();
      throw e;
    }
  }

  /** Puts services and interceptors together, on any transport. */
  static void assemble(
      ServerBuilder<?> builder,
      List<? extends BindableService> services,
      List<? extends ServerInterceptor> interceptors,
      Instruments instruments) {
    MalformedRequests malformed = new MalformedRequests(instruments.observer());
    for (BindableService service : services) {
      builder.addService(malformed.refusedBy(service.bindService()));
    }
    List<ServerInterceptor> all = new ArrayList<>();
    all.add(new CallMetrics(instruments.observer(), instruments.nanoTime()));
    all.add(new UnexpectedErrors(instruments.defects(), instruments.observer()));
    all.addAll(interceptors);
    // gRPC calls the one that was added last first.
    Collections.reverse(all);
    all.forEach(builder::intercept);
    builder.directExecutor();
  }

  @SuppressWarnings("deprecation") // v1alpha is all that most clients of today ask for
  private static void reflect(ServerBuilder<?> builder) {
    builder.addService(ProtoReflectionServiceV1.newInstance());
    builder.addService(io.grpc.protobuf.services.ProtoReflectionService.newInstance());
  }

  /** Where it listens, with the real port. */
  public SocketAddress address() {
    return server.getListenSockets().get(0);
  }

  /**
   * Ends: tells health checks, takes no more calls, lets those under way end, and cuts off what is
   * left after {@code timeout}. Blocks until then. Safe to repeat.
   */
  public void drain(Duration timeout) throws InterruptedException {
    health.enterTerminalState();
    server.shutdown();
    try {
      openCalls.awaitNone(timeout);
      // Clients that close on the server's farewell need a moment; those that only watch do not
      // close.
      server.awaitTermination(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
      server.shutdownNow();
      server.awaitTermination(ABORT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      transport.close();
    }
  }
}
