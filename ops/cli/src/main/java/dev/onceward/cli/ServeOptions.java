package dev.onceward.cli;

import dev.onceward.server.ServerConfig;
import dev.onceward.server.StoreSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of {@code serve}. What is not given is left to {@link ServerConfig}, which also
 * checks.
 */
final class ServeOptions {
  @Option(
      names = "--store",
      required = true,
      paramLabel = "STORE",
      description = {
        "Where the records are kept: rocks:DIR for a directory of this machine, fdb:CLUSTER_FILE for a FoundationDB cluster.",
        "Environment: ONCEWARD_STORE"
      })
  private @Nullable StoreSpec store;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description = {
        "The address to listen on. Default: 127.0.0.1. Any address that other machines reach needs --tls-cert, --tls-key, "
            + "and --credentials-file or --client-ca; or --insecure-remote.",
        "Environment: ONCEWARD_HOST"
      })
  private @Nullable String host;

  @Option(
      names = "--grpc-port",
      paramLabel = "PORT",
      description = "The gRPC port; 0 takes any. Default: 7450. Environment: ONCEWARD_GRPC_PORT")
  private @Nullable Integer grpcPort;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      description = {
        "The port of metrics and health; 0 takes any. Default: 7451.",
        "Environment: ONCEWARD_HTTP_PORT"
      })
  private @Nullable Integer httpPort;

  @Option(
      names = "--http-host",
      paramLabel = "HOST",
      description = {
        "The address of metrics and health, which anyone who reaches it may read. Default: 127.0.0.1.",
        "Environment: ONCEWARD_HTTP_HOST"
      })
  private @Nullable String httpHost;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "The server's certificate chain, PEM. Environment: ONCEWARD_TLS_CERT")
  private @Nullable Path tlsCertificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The certificate's private key, PEM. Environment: ONCEWARD_TLS_KEY")
  private @Nullable Path tlsKey;

  @Option(
      names = "--client-ca",
      paramLabel = "FILE",
      description = {
        "Let in only clients whose certificate is of these authorities, PEM.",
        "Environment: ONCEWARD_CLIENT_CA"
      })
  private @Nullable Path clientCa;

  @Option(
      names = "--credentials-file",
      paramLabel = "FILE",
      description = {
        "Let in only calls with a bearer token of this file. One a line: NAME sha256:HEX TENANTS [operator], where HEX is the "
            + "token's SHA-256 and TENANTS is * or a comma list. Only tokens of lines that end in operator may hold, "
            + "freeze, resolve, list, audit and so on; without this file all local callers may.",
        "Environment: ONCEWARD_CREDENTIALS_FILE"
      })
  private @Nullable Path credentialsFile;

  @Option(
      names = "--insecure-remote",
      description = {
        "Let anyone who reaches --host call, whoever it is.",
        "Environment: ONCEWARD_INSECURE_REMOTE"
      })
  private boolean insecureRemote;

  @Option(
      names = "--server-id",
      paramLabel = "NAME",
      description = {
        "This server's name in records' events and among the servers of the store, each of which needs its own. "
            + "Default: s- and six random hex digits.",
        "Environment: ONCEWARD_SERVER_ID"
      })
  private @Nullable String serverId;

  @Option(
      names = "--skew-allowance",
      paramLabel = "DURATION",
      description = {
        "How long after its end a lease is honoured, because clocks differ. Default: 3s.",
        "Environment: ONCEWARD_SKEW_ALLOWANCE"
      })
  private @Nullable Duration skewAllowance;

  @Option(
      names = "--drain-timeout",
      paramLabel = "DURATION",
      description = {
        "How long a stopping server lets its calls end. Default: 20s.",
        "Environment: ONCEWARD_DRAIN_TIMEOUT"
      })
  private @Nullable Duration drainTimeout;

  @Option(
      names = "--lanes",
      paramLabel = "NUMBER",
      description = {
        "How many transactions are in flight at most. Default: one for each processor, at least 2.",
        "Environment: ONCEWARD_LANES"
      })
  private @Nullable Integer lanes;

  @Option(
      names = "--buckets",
      paramLabel = "NUMBER",
      description = {
        "How many parts a new store is cut into, 64 to 4096; an existing store keeps its number. Default: 64.",
        "Environment: ONCEWARD_BUCKETS"
      })
  private @Nullable Integer buckets;

  @Option(
      names = "--root",
      paramLabel = "NAME",
      description = {
        "The name that leads every key of the store. Default: onceward.",
        "Environment: ONCEWARD_ROOT"
      })
  private @Nullable String root;

  @Option(
      names = "--waiters-max",
      paramLabel = "NUMBER",
      description = {
        "How many calls may wait at once; the next gets the present answer. Default: 8000.",
        "Environment: ONCEWARD_WAITERS_MAX"
      })
  private @Nullable Integer waitersMax;

  @Option(
      names = "--message-bytes-max",
      paramLabel = "NUMBER",
      description = {
        "The largest message that is read. Default: 8388608 (8 MiB).",
        "Environment: ONCEWARD_MESSAGE_BYTES_MAX"
      })
  private @Nullable Integer messageBytesMax;

  /**
   * The settings of the server.
   *
   * @throws dev.onceward.server.InvalidConfigException if they cannot be
   */
  ServerConfig config() {
    if (store == null) {
      throw new IllegalStateException("the parser requires --store");
    }
    ServerConfig.Builder config =
        ServerConfig.builder(store)
            .tlsCertificate(Optional.ofNullable(tlsCertificate))
            .tlsKey(Optional.ofNullable(tlsKey))
            .clientCa(Optional.ofNullable(clientCa))
            .credentialsFile(Optional.ofNullable(credentialsFile))
            .insecureRemote(insecureRemote);
    Optional.ofNullable(host).ifPresent(config::host);
    Optional.ofNullable(httpHost).ifPresent(config::httpHost);
    Optional.ofNullable(grpcPort).ifPresent(config::grpcPort);
    Optional.ofNullable(httpPort).ifPresent(config::httpPort);
    Optional.ofNullable(serverId).ifPresent(config::serverId);
    Optional.ofNullable(skewAllowance).ifPresent(config::skewAllowance);
    Optional.ofNullable(drainTimeout).ifPresent(config::drainTimeout);
    Optional.ofNullable(lanes).ifPresent(config::lanes);
    Optional.ofNullable(buckets).ifPresent(config::buckets);
    Optional.ofNullable(root).ifPresent(config::root);
    Optional.ofNullable(waitersMax).ifPresent(config::waitersMax);
    Optional.ofNullable(messageBytesMax).ifPresent(config::messageBytesMax);
    return config.build();
  }
}
