package dev.onceward.server;

/** A running server. */
public final class Server {
  private Server() {}

  /** Starts a server. */
  @SuppressWarnings(
      "DoNotCallSuggester") // holds the place of the wiring, which is built beside this
  public static Server start(ServerConfig config) throws ServerStartException {
    throw new ServerStartException(
        "this build has no server for " + config.store(), new UnsupportedOperationException());
  }

  /** Where it answers gRPC, HOST:PORT. */
  public String grpcAddress() {
    return "";
  }

  /** Where it answers HTTP, HOST:PORT. */
  public String httpAddress() {
    return "";
  }

  /** Takes no more calls, lets those under way end, and closes the store. Blocks until then. */
  public void drain() {}
}
