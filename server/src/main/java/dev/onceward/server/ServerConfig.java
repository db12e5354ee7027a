package dev.onceward.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a server starts with. Whoever holds one holds a valid one: it checks itself when it is
 * built.
 *
 * @param store where the records are kept
 * @param host the name or address on which gRPC is served
 * @param httpHost the name or address on which metrics and health are served, to whoever reaches it
 * @param grpcPort 0 to 65535; 0 asks for any free port
 * @param httpPort as {@code grpcPort}, for metrics, health and the console
 * @param serverId the server's name among those of the store: 1 to 32 of A-Z, a-z, 0-9, '.', '_'
 *     and '-'; without one it draws one at each start
 * @param skewAllowance how long after its end a lease is still honoured, because servers' clocks
 *     differ; 0 to 60 s
 * @param lanes how many transactions are in flight at most; 1 to 256 and at most {@code buckets}
 * @param buckets how many parts a new store is cut into, 64 to 4096; an existing store keeps its
 *     own number
 * @param root the name that leads every key of the store, 1 to 64 of a-z, 0-9, '.', '_' and '-'
 * @param drainTimeout how long a stopping server lets its calls end, 0 to 10 min
 * @param tlsCertificate the server's certificate chain, PEM; together with its key
 * @param tlsKey the certificate's private key, PEM
 * @param clientCa the certificate authorities whose clients may connect, PEM
 * @param credentialsFile the bearer tokens that may call, see {@code
 *     dev.onceward.server.rpc.Credentials}
 * @param insecureRemote whether other machines may connect without being known
 * @param waitersMax how many calls may wait at once, 0 to 1,000,000; the next gets the present
 *     answer at once
 * @param messageBytesMax the largest message that is read, 1 to 64 MiB
 */
public record ServerConfig(
    StoreSpec store,
    String host,
    String httpHost,
    int grpcPort,
    int httpPort,
    Optional<String> serverId,
    Duration skewAllowance,
    int lanes,
    int buckets,
    String root,
    Duration drainTimeout,
    Optional<Path> tlsCertificate,
    Optional<Path> tlsKey,
    Optional<Path> clientCa,
    Optional<Path> credentialsFile,
    boolean insecureRemote,
    int waitersMax,
    int messageBytesMax) {

  /** Checks each setting, and that they go together. */
  public ServerConfig {
    ConfigChecks.check(grpcPort, httpPort);
    ConfigChecks.serverId(serverId);
    ConfigChecks.between("--skew-allowance", skewAllowance, Duration.ZERO, Duration.ofMinutes(1));
    ConfigChecks.between("--buckets", buckets, 64, 4096);
    ConfigChecks.between("--lanes", lanes, 1, Math.min(256, buckets));
    ConfigChecks.root(root);
    ConfigChecks.between("--drain-timeout", drainTimeout, Duration.ZERO, Duration.ofMinutes(10));
    ConfigChecks.readable("--tls-cert", tlsCertificate);
    ConfigChecks.readable("--tls-key", tlsKey);
    ConfigChecks.readable("--client-ca", clientCa);
    ConfigChecks.readable("--credentials-file", credentialsFile);
    ConfigChecks.together(tlsCertificate, tlsKey, clientCa);
    boolean callersKnown =
        tlsCertificate.isPresent() && (credentialsFile.isPresent() || clientCa.isPresent());
    ConfigChecks.address("--host", host);
    ConfigChecks.address("--http-host", httpHost);
    ConfigChecks.entrance(host, callersKnown || insecureRemote);
    ConfigChecks.between("--waiters-max", waitersMax, 0, 1_000_000);
    ConfigChecks.between("--message-bytes-max", messageBytesMax, 1 << 20, 64 << 20);
  }

  /** Settings for a server on {@code store}, all others at their defaults. */
  public static Builder builder(StoreSpec store) {
    return new Builder(store);
  }

  /** The settings of a server to be. Not thread-safe; checks nothing before {@link #build}. */
  public static final class Builder {
    private final StoreSpec store;
    private String host = "127.0.0.1";
    private String httpHost = "127.0.0.1";
    private int grpcPort = 7450;
    private int httpPort = 7451;
    private Optional<String> serverId = Optional.empty();
    private Duration skewAllowance = Duration.ofSeconds(3);
    private int lanes = defaultLanes();
    private int buckets = 64;
    private String root = "onceward";
    // Longer than the 10 s that a Complete or Fail may stay, whatever its caller does.
    private Duration drainTimeout = Duration.ofSeconds(20);
    private Optional<Path> tlsCertificate = Optional.empty();
    private Optional<Path> tlsKey = Optional.empty();
    private Optional<Path> clientCa = Optional.empty();
    private Optional<Path> credentialsFile = Optional.empty();
    private boolean insecureRemote;
    // Below FoundationDB's 10,000 watches a connection, were each waiter to wait for another key.
    private int waitersMax = 8_000;
    private int messageBytesMax = 8 << 20;

    private Builder(StoreSpec store) {
      this.store = store;
    }

    /**
     * See {@link ServerConfig#host}. Default 127.0.0.1; any that other machines reach needs TLS and
     * known callers.
     */
    public Builder host(String host) {
      this.host = host;
      return this;
    }

    /**
     * See {@link ServerConfig#httpHost}. Default 127.0.0.1, whatever {@link #host} is: these pages
     * ask nobody who he is, so that others may read them has to be said.
     */
    public Builder httpHost(String host) {
      httpHost = host;
      return this;
    }

    /** See {@link ServerConfig#grpcPort}. Default 7450. */
    public Builder grpcPort(int port) {
      grpcPort = port;
      return this;
    }

    /** See {@link ServerConfig#httpPort}. Default 7451. */
    public Builder httpPort(int port) {
      httpPort = port;
      return this;
    }

    /** See {@link ServerConfig#serverId}. Default: drawn at each start. */
    public Builder serverId(String name) {
      serverId = Optional.of(name);
      return this;
    }

    /** See {@link ServerConfig#skewAllowance}. Default 3 s. */
    public Builder skewAllowance(Duration allowance) {
      skewAllowance = allowance;
      return this;
    }

    /** See {@link ServerConfig#lanes}. Default: one for each processor, 2 to 32. */
    public Builder lanes(int count) {
      lanes = count;
      return this;
    }

    /** See {@link ServerConfig#buckets}. Default 64. */
    public Builder buckets(int count) {
      buckets = count;
      return this;
    }

    /** See {@link ServerConfig#root}. Default onceward. */
    public Builder root(String name) {
      root = name;
      return this;
    }

    /** See {@link ServerConfig#drainTimeout}. Default 20 s. */
    public Builder drainTimeout(Duration timeout) {
      drainTimeout = timeout;
      return this;
    }

    /** Serves TLS. */
    public Builder tls(Path certificate, Path key) {
      tlsCertificate = Optional.of(certificate);
      tlsKey = Optional.of(key);
      return this;
    }

    /** See {@link ServerConfig#tlsCertificate}. */
    public Builder tlsCertificate(Optional<Path> file) {
      tlsCertificate = file;
      return this;
    }

    /** See {@link ServerConfig#tlsKey}. */
    public Builder tlsKey(Optional<Path> file) {
      tlsKey = file;
      return this;
    }

    /** See {@link ServerConfig#clientCa}. */
    public Builder clientCa(Optional<Path> file) {
      clientCa = file;
      return this;
    }

    /** See {@link ServerConfig#credentialsFile}. */
    public Builder credentialsFile(Optional<Path> file) {
      credentialsFile = file;
      return this;
    }

    /** See {@link ServerConfig#insecureRemote}. Default false. */
    public Builder insecureRemote(boolean allowed) {
      insecureRemote = allowed;
      return this;
    }

    /** See {@link ServerConfig#waitersMax}. Default 8,000. */
    public Builder waitersMax(int count) {
      waitersMax = count;
      return this;
    }

    /** See {@link ServerConfig#messageBytesMax}. Default 8 MiB. */
    public Builder messageBytesMax(int bytes) {
      messageBytesMax = bytes;
      return this;
    }

    /**
     * The settings, checked.
     *
     * @throws InvalidConfigException for the first that cannot be
     */
    public ServerConfig build() {
      return new ServerConfig(
          store,
          host,
          httpHost,
          grpcPort,
          httpPort,
          serverId,
          skewAllowance,
          lanes,
          buckets,
          root,
          drainTimeout,
          tlsCertificate,
          tlsKey,
          clientCa,
          credentialsFile,
          insecureRemote,
          waitersMax,
          messageBytesMax);
    }

    private static int defaultLanes() {
      return Math.max(2, Math.min(32, Runtime.getRuntime().availableProcessors()));
    }
  }
}
