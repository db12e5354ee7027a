package dev.onceward.server.kv.fdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.apple.foundationdb.FDB;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.NetworkOptions;
import dev.onceward.server.kv.StoreOpenException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * FoundationDB's client in this process: one native library and one network thread, started once
 * and stopped by a shutdown hook of the client's own. Thread-safe.
 */
final class FdbNetwork {
  /**
   * What we are written for; a client of any later version behaves like this one. Passed
   * explicitly, as it is a promise about behaviour and not a matter of what is installed.
   */
  private static final int API_VERSION = 730;

  /** What the process's one network was started with; null until it is. */
  private static final AtomicReference<@Nullable FdbOptions> STARTED = new AtomicReference<>();

  private FdbNetwork() {}

  /**
   * The client, its network running.
   *
   * @throws StoreOpenException if the native library is missing or an option refused
   */
  static synchronized FDB start(FdbOptions options) {
    try {
      FDB fdb = FDB.selectAPIVersion(API_VERSION);
      FdbOptions started = STARTED.get();
      if (started == null) {
        set(fdb.options(), options);
        fdb.startNetwork();
        STARTED.set(options);
      } else if (!started.libraries().equals(options.libraries())
          || !started.tls().equals(options.tls())) {
        throw new StoreOpenException(
            "FoundationDB's client runs already with other libraries or TLS settings, and a process"
                + " has only one. Use the same for all stores.",
            null);
      }
      return fdb;
    } catch (LinkageError e) {
      throw new StoreOpenException(
          "FoundationDB's native client library cannot be loaded. Install the package"
              + " foundationdb-clients in version 7.3 or later, which brings libfdb_c, or put"
              + " libfdb_c on the library path.",
          e);
    } catch (FDBException | IllegalArgumentException e) {
      throw new StoreOpenException(
          "FoundationDB's client does not start: check its version (7.3 or later), the paths of"
              + " external client libraries and the TLS settings. It says: "
              + e.getMessage(),
          e);
    }
  }

  private static void set(NetworkOptions network, FdbOptions options) {
    FdbOptions.Libraries libraries = options.libraries();
    path(libraries.file(), network::setExternalClientLibrary);
    path(libraries.directory(), network::setExternalClientDirectory);
    FdbOptions.Tls tls = options.tls();
    path(tls.certificate(), network::setTLSCertPath);
    path(tls.key(), network::setTLSKeyPath);
    path(tls.authorities(), network::setTLSCaPath);
    String verifyPeers = tls.verifyPeers();
    if (verifyPeers != null) {
      network.setTLSVerifyPeers(verifyPeers.getBytes(UTF_8));
    }
  }

  private static void path(@Nullable Path path, Consumer<String> option) {
    if (path != null) {
      option.accept(path.toAbsolutePath().toString());
    }
  }
}
