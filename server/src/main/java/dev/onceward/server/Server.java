package dev.onceward.server;

import dev.onceward.server.http.ClockMetrics;
import dev.onceward.server.http.HttpPort;
import dev.onceward.server.http.JvmPauses;
import dev.onceward.server.http.Metrics;
import dev.onceward.server.http.Readiness;
import dev.onceward.server.http.RecordGauges;
import dev.onceward.server.http.Routes;
import dev.onceward.server.http.UpkeepMetrics;
import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.StoreOpenException;
import dev.onceward.server.lane.Clocks;
import dev.onceward.server.rpc.Authentication;
import dev.onceward.server.rpc.Caller;
import dev.onceward.server.rpc.Credentials;
import dev.onceward.server.rpc.Defects;
import dev.onceward.server.rpc.GrpcOptions;
import dev.onceward.server.rpc.GrpcServer;
import dev.onceward.server.rpc.IdempotencyGrpc;
import dev.onceward.server.rpc.Instruments;
import dev.onceward.server.rpc.OperatorGrpc;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.OperatorServiceGrpc;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running server: an engine with a gRPC port and an HTTP port. Wiring only. Thread-safe. */
public final class Server {
  private static final Logger LOG = LoggerFactory.getLogger(Server.class);
  private static final Duration READY_TIMEOUT = Duration.ofSeconds(3);

  private final ServerConfig config;
  private final Engine engine;
  private final Readiness readiness;
  private final GrpcServer grpc;
  private final HttpPort http;
  private final Deque<Runnable> closing;

  private Server(Parts parts, ServerConfig config, Deque<Runnable> closing) {
    this.config = config;
    this.engine = parts.engine;
    this.readiness = parts.readiness;
    this.grpc = parts.grpc;
    this.http = parts.http;
    this.closing = closing;
  }

  private record Parts(Engine engine, Readiness readiness, GrpcServer grpc, HttpPort http) {}

  /**
   * Starts a server on the store that {@code config} names, which it closes when it is drained.
   * Blocks until it answers.
   *
   * @throws ServerStartException if the store, a port or a file cannot be used; nothing is left
   *     running
   */
  public static Server start(ServerConfig config) throws ServerStartException {
    KeyValueStore store = open(config);
    return start(config, store, store::close);
  }

  /**
   * Starts a server on a store that is there already and that others may use too; draining leaves
   * it open.
   *
   * @throws ServerStartException as {@link #start(ServerConfig)}
   */
  public static Server start(ServerConfig config, KeyValueStore store) throws ServerStartException {
    return start(config, store, () -> {});
  }

  private static KeyValueStore open(ServerConfig config) throws ServerStartException {
    try {
      return StoreOpener.open(config.store(), config.lanes());
    } catch (StoreOpenException e) {
      throw new ServerStartException(config.store() + ": " + e.getMessage(), e);
    }
  }

  private static Server start(ServerConfig config, KeyValueStore store, Runnable closeStore)
      throws ServerStartException {
    Deque<Runnable> closing = new ArrayDeque<>();
    closing.push(closeStore);
    boolean started = false;
    try {
      Server server = new Server(assemble(config, store, closing), config, closing);
      started = true;
      LOG.info(
          "serving, server={} grpc={} http={} store={}",
          server.engine.serverId(),
          server.grpcAddress(),
          server.httpAddress(),
          config.store());
      return server;
    } finally {
      if (!started) {
        closing.forEach(Runnable::run);
      }
    }
  }

  private static Parts assemble(ServerConfig config, KeyValueStore store, Deque<Runnable> closing)
      throws ServerStartException {
    Optional<Credentials> credentials = credentials(config.credentialsFile());
    Clocks clocks = clocks();
    closing.push(clocks.timer()::shutdownNow);
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Metrics metrics =
        new Metrics(
            registry,
            List.of(
                IdempotencyServiceGrpc.getServiceDescriptor(),
                OperatorServiceGrpc.getServiceDescriptor()));
    closing.push(metrics::close);
    closing.push(JvmPauses.watch(registry, clocks.timer(), clocks.nanoTime())::close);

    Engine engine = Engine.open(store, config, clocks, observers(metrics, registry));
    closing.push(engine::close);
    Readiness readiness = new Readiness(engine::probe, READY_TIMEOUT);
    HttpPort http = http(config, registry, readiness);
    closing.push(http::close);
    Instruments instruments =
        new Instruments(clocks.nanoTime(), Defects.random(clocks.random()), metrics);
    GrpcServer grpc = grpc(config, engine, credentials, instruments);
    return new Parts(engine, readiness, grpc, http);
  }

  private static Engine.Observers observers(Metrics metrics, PrometheusMeterRegistry registry) {
    return new Engine.Observers(
        metrics,
        metrics,
        new ClockMetrics(registry),
        new UpkeepMetrics(registry),
        new RecordGauges(registry));
  }

  private static Clocks clocks() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "onceward-timer");
              thread.setDaemon(true);
              return thread;
            });
    // Nearly every deadline is cancelled unused.
    timer.setRemoveOnCancelPolicy(true);
    return new Clocks(InstantSource.system(), System::nanoTime, timer, new SecureRandom());
  }

  private static Optional<Credentials> credentials(Optional<Path> file)
      throws ServerStartException {
    if (file.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Credentials.read(file.get()));
    } catch (IOException | IllegalArgumentException e) {
      throw new ServerStartException(
          "--credentials-file " + file.get() + " cannot be used: " + e.getMessage(), e);
    }
  }

  private static HttpPort http(
      ServerConfig config, PrometheusMeterRegistry registry, Readiness readiness)
      throws ServerStartException {
    try {
      return HttpPort.start(
          new InetSocketAddress(config.httpHost(), config.httpPort()),
          Routes.of(registry, readiness));
    } catch (IOException e) {
      throw unusable("--http-port", config.httpHost(), config.httpPort(), e);
    }
  }

  private static GrpcServer grpc(
      ServerConfig config,
      Engine engine,
      Optional<Credentials> credentials,
      Instruments instruments)
      throws ServerStartException {
    Optional<GrpcOptions.Tls> tls =
        config
            .tlsCertificate()
            .map(chain -> new GrpcOptions.Tls(chain, config.tlsKey().get(), config.clientCa()));
    GrpcOptions options =
        new GrpcOptions(
            new InetSocketAddress(config.host(), config.grpcPort()),
            tls,
            config.messageBytesMax(),
            Runtime.getRuntime().availableProcessors());
    IdempotencyGrpc service =
        new IdempotencyGrpc(engine.authority(), () -> Caller.current()::mayUse, instruments);
    try {
      return GrpcServer.start(
          options,
          List.of(
              service,
              new OperatorGrpc(
                  engine.authority(), engine.operations(), Caller::current, instruments)),
          List.of(new Authentication(credentials, instruments.observer())),
          instruments);
    } catch (IOException e) {
      throw unusable("--grpc-port", config.host(), config.grpcPort(), e);
    }
  }

  private static ServerStartException unusable(
      String option, String host, int port, IOException cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return new ServerStartException(
        "%s: cannot serve on %s:%d (%s): free it, or give another"
            .formatted(option, host, port, root.getMessage()),
        cause);
  }

  /** Where it answers gRPC, HOST:PORT. */
  public String grpcAddress() {
    return text(config.host(), grpc.address());
  }

  /** Where it answers HTTP, HOST:PORT. */
  public String httpAddress() {
    return text(config.httpHost(), http.address());
  }

  private static String text(String host, SocketAddress address) {
    return host + ":" + ((InetSocketAddress) address).getPort();
  }

  /**
   * Takes no more calls, lets those under way end within the configured time, and releases all.
   * Blocks until then. Safe to repeat.
   */
  public void drain() {
    readiness.drain();
    engine.drain();
    try {
      grpc.drain(config.drainTimeout());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (closing) {
      while (!closing.isEmpty()) {
        closing.pop().run();
      }
    }
    LOG.info("drained");
  }
}
