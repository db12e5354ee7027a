package dev.onceward.server.kv.fdb;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an {@link FdbStore} is opened with. Libraries and TLS are the process's, so all stores of a
 * process share them.
 *
 * @param clusterFile where the cluster is
 * @param libraries client libraries besides the one that is installed
 * @param tls how to prove who we are, if the cluster asks
 * @param limits bounds of what one store asks of the cluster
 */
public record FdbOptions(Path clusterFile, Libraries libraries, Tls tls, Limits limits) {

  /** The installed library, no TLS of ours, default limits. */
  public static FdbOptions at(Path clusterFile) {
    return new FdbOptions(clusterFile, Libraries.INSTALLED, Tls.FROM_ENVIRONMENT, Limits.DEFAULT);
  }

  /**
   * Further client libraries, so that a server outlives an upgrade of its cluster: the client picks
   * the one that speaks the cluster's version.
   *
   * @param file one library, or null
   * @param directory a directory of libraries, or null
   */
  public record Libraries(@Nullable Path file, @Nullable Path directory) {
    /** None but the installed one. */
    public static final Libraries INSTALLED = new Libraries(null, null);
  }

  /**
   * TLS settings; what is null is left to the client's {@code FDB_TLS_*} environment variables.
   *
   * @param certificate PEM file of our certificate chain
   * @param key PEM file of our private key
   * @param authorities PEM file of the authorities that we trust
   * @param verifyPeers what must hold for a peer's certificate, in the client's own syntax
   */
  public record Tls(
      @Nullable Path certificate,
      @Nullable Path key,
      @Nullable Path authorities,
      @Nullable String verifyPeers) {
    /** Everything from the environment. */
    public static final Tls FROM_ENVIRONMENT = new Tls(null, null, null, null);
  }

  /**
   * Bounds.
   *
   * @param transactionTimeout after this an attempt fails, so that none waits for ever for a
   *     cluster out of reach; the cluster itself ends a transaction after 5 s
   * @param transactionBytesMax as FoundationDB counts, keys and conflict ranges included; a second
   *     net below the port's own limit, which counts less
   * @param watchesMax watches open at a time; the cluster allows a client 10,000 by default
   */
  public record Limits(Duration transactionTimeout, int transactionBytesMax, int watchesMax) {
    /** 5 s, 8 MB, 8,000 watches. */
    public static final Limits DEFAULT = new Limits(Duration.ofSeconds(5), 8_000_000, 8_000);

    /** Checks the bounds. */
    public Limits {
      if (transactionTimeout.toMillis() < 1) {
        throw new IllegalArgumentException(
            "transactionTimeout must be at least 1 ms: " + transactionTimeout);
      }
      if (transactionBytesMax < 32 || transactionBytesMax > 10_000_000) {
        throw new IllegalArgumentException(
            "transactionBytesMax must be 32 to 10,000,000: " + transactionBytesMax);
      }
      if (watchesMax < 0 || watchesMax > 1_000_000) {
        throw new IllegalArgumentException("watchesMax must be 0 to 1,000,000: " + watchesMax);
      }
    }
  }
}
