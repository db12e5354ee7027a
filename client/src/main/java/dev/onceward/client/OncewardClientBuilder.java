package dev.onceward.client;

import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an {@link OncewardClient}. Not thread-safe.
 *
 * <p>A loopback target is spoken to in plaintext unless TLS is set up; any other needs TLS, which
 * then trusts the platform's certificate authorities unless others are named.
 */
public final class OncewardClientBuilder {
  private static final int CONNECTIONS_LIMIT = 64;

  private @Nullable Target target;
  private @Nullable Channel channel;
  private @Nullable Path trustedCertificates;
  private @Nullable Path clientCertificate;
  private @Nullable Path clientKey;
  private @Nullable String serverName;
  private boolean tls;
  private boolean insecure;
  private @Nullable Supplier<String> token;
  private @Nullable Executor executor;
  private int connections = 1;
  private Duration timeout = Duration.ofSeconds(5);
  private RetrySettings retry = RetrySettings.DEFAULT;
  private Optional<HedgingSettings> hedging = Optional.empty();
  private LongSupplier nanoTime = System::nanoTime;

  OncewardClientBuilder() {}

  /**
   * Connects to {@code HOST:PORT}. Where a name has several addresses, calls go to each in turn.
   */
  public OncewardClientBuilder target(String hostAndPort) {
    target = Target.parse(hostAndPort);
    return this;
  }

  /**
   * Uses an existing channel, which stays the caller's to shut down. Its transport, executor and
   * service config are as they are; {@link ServiceConfig} tells what makes it resend calls.
   */
  public OncewardClientBuilder channel(Channel existing) {
    channel = existing;
    return this;
  }

  /** Speaks TLS, also to a loopback target, and trusts the platform's certificate authorities. */
  public OncewardClientBuilder tls() {
    tls = true;
    return this;
  }

  /** Speaks TLS and trusts only the certificate authorities in {@code pemFile}. */
  public OncewardClientBuilder tls(Path pemFile) {
    trustedCertificates = pemFile;
    return tls();
  }

  /** Speaks TLS and shows a certificate of its own, for a server that asks for one. */
  public OncewardClientBuilder clientCertificate(Path certificatePemFile, Path keyPemFile) {
    clientCertificate = certificatePemFile;
    clientKey = keyPemFile;
    return tls();
  }

  /** Expects {@code name} in the server's certificate instead of the target's host. */
  public OncewardClientBuilder serverName(String name) {
    serverName = name;
    return this;
  }

  /**
   * Speaks plaintext even to another machine. Everybody on the way can read and change all calls.
   */
  public OncewardClientBuilder insecure() {
    insecure = true;
    return this;
  }

  /** Sends {@code authorization: Bearer TOKEN} with each call. */
  public OncewardClientBuilder bearerToken(String token) {
    return bearerToken(() -> token);
  }

  /**
   * Sends a bearer token that may change; {@code token} is asked before each call, on the client's
   * executor.
   */
  public OncewardClientBuilder bearerToken(Supplier<String> token) {
    this.token = token;
    return this;
  }

  /**
   * How many connections calls are spread over. One carries some ten thousand calls a second. 1 to
   * 64. Default 1.
   */
  public OncewardClientBuilder connections(int count) {
    if (count < 1 || count > CONNECTIONS_LIMIT) {
      throw new IllegalArgumentException("connections must be 1 to 64: " + count);
    }
    connections = count;
    return this;
  }

  /**
   * How long a call may take, all its sends together, the asked {@code wait} not counted. Positive.
   * Default 5 s.
   */
  public OncewardClientBuilder timeout(Duration timeout) {
    this.timeout = positive("timeout", timeout);
    return this;
  }

  /** How calls are sent again. */
  public OncewardClientBuilder retry(RetrySettings settings) {
    retry = settings;
    return this;
  }

  /** Hedges Begin and Get. Default: not hedged. */
  public OncewardClientBuilder hedging(HedgingSettings settings) {
    hedging = Optional.of(settings);
    return this;
  }

  /** Runs the futures' callbacks, which must not block it. Default: a shared pool of gRPC's. */
  public OncewardClientBuilder executor(Executor executor) {
    this.executor = executor;
    return this;
  }

  /** The monotonic clock that leases are counted on. */
  OncewardClientBuilder nanoTime(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    return this;
  }

  /**
   * The client. It connects at its first call.
   *
   * @throws IllegalStateException if not exactly one of target and channel is set, or the target
   *     needs TLS
   * @throws UncheckedIOException if a certificate or key file cannot be read
   */
  public OncewardClient build() {
    Channels channels = openChannels();
    UnaryCalls calls = new UnaryCalls(channels, token == null ? null : new BearerToken(token));
    return new OncewardClient(channels, calls, timeout, nanoTime);
  }

  private Channels openChannels() {
    if (channel != null) {
      if (target != null) {
        throw new IllegalStateException("set a target or a channel, not both");
      }
      return Channels.borrowing(channel);
    }
    if (target == null) {
      throw new IllegalStateException("set a target or a channel");
    }
    Target server = target;
    ChannelCredentials credentials = credentials(server);
    Map<String, ?> serviceConfig = ServiceConfig.of(retry, hedging);
    return Channels.owning(
        Stream.generate(() -> open(server, credentials, serviceConfig))
            .limit(connections)
            .toList());
  }

  private ManagedChannel open(
      Target server, ChannelCredentials credentials, Map<String, ?> serviceConfig) {
    ManagedChannelBuilder<?> builder =
        Grpc.newChannelBuilder(server.toString(), credentials)
            .defaultServiceConfig(serviceConfig)
            // A config from DNS could switch resending off without anybody here knowing.
            .disableServiceConfigLookUp();
    if (serverName != null) {
      builder.overrideAuthority(serverName);
    }
    if (executor != null) {
      builder.executor(executor);
    }
    return builder.build();
  }

  private ChannelCredentials credentials(Target server) {
    if (!speaksTls(server)) {
      return InsecureChannelCredentials.create();
    }
    TlsChannelCredentials.Builder builder = TlsChannelCredentials.newBuilder();
    try {
      if (trustedCertificates != null) {
        builder.trustManager(trustedCertificates.toFile());
      }
      if (clientCertificate != null && clientKey != null) {
        builder.keyManager(clientCertificate.toFile(), clientKey.toFile());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read a TLS file: " + e.getMessage(), e);
    }
    return builder.build();
  }

  /** Whether calls to {@code server} are encrypted. */
  boolean speaksTls(Target server) {
    if (tls && insecure) {
      throw new IllegalStateException("set TLS or insecure(), not both");
    }
    return tls || !(insecure || server.isLoopback());
  }

  static Duration positive(String name, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(name + " must be positive: " + duration);
    }
    return duration;
  }
}
