package dev.onceward.server.rpc;

import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How the gRPC port is served.
 *
 * @param address where to listen; port 0 asks for any free one
 * @param tls absent for plain text
 * @param messageBytesMax the largest request that is read
 * @param eventLoops how many threads carry all connections and calls; nothing on them blocks, so as
 *     many as there are processors is plenty
 */
public record GrpcOptions(
    SocketAddress address, Optional<Tls> tls, int messageBytesMax, int eventLoops) {
  /** Checks the bounds. */
  public GrpcOptions {
    if (messageBytesMax < 1 || eventLoops < 1) {
      throw new IllegalArgumentException(
          "messageBytesMax " + messageBytesMax + ", eventLoops " + eventLoops);
    }
  }

  /** Plain text with the contract's message limit and one event loop a processor. */
  public static GrpcOptions plain(SocketAddress address) {
    int processors = Runtime.getRuntime().availableProcessors();
    return new GrpcOptions(address, Optional.empty(), Limits.REQUEST, processors);
  }

  /**
   * The server's identity, and whose clients it lets in.
   *
   * @param certificate chain, PEM
   * @param key its private key, PEM
   * @param clientCa authorities of client certificates, PEM; where present, a client needs one
   */
  public record Tls(Path certificate, Path key, Optional<Path> clientCa) {}
}
