package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceward.v1.IdempotencyServiceGrpc;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.testing.TlsTesting;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The port under TLS, with gRPC's own test certificates. */
final class TlsTest {
  private final Instruments instruments =
      new Instruments(System::nanoTime, new Defects(() -> "e-17"), RpcObserver.NONE);

  @TempDir Path directory;

  @BeforeEach
  void unpack() throws IOException {
    for (String name :
        List.of("server1.pem", "server1.key", "ca.pem", "client.pem", "client.key")) {
      try (InputStream file = TlsTesting.loadCert(name)) {
        Files.copy(file, directory.resolve(name));
      }
    }
  }

  @Test
  void client_thatTrustsTheServer_isServed() throws Exception {
    assertThat(call(Optional.empty(), trusting().build())).isEqualTo(Status.Code.NOT_FOUND);
  }

  @Test
  void client_inPlainText_isNotServed() throws Exception {
    assertThat(call(Optional.empty(), InsecureChannelCredentials.create()))
        .isEqualTo(Status.Code.UNAVAILABLE);
  }

  @Test
  void client_withoutCertificateWhereOneIsAskedFor_isNotServed() throws Exception {
    assertThat(call(Optional.of(file("ca.pem")), trusting().build()))
        .isEqualTo(Status.Code.UNAVAILABLE);
  }

  @Test
  void client_withCertificateWhereOneIsAskedFor_isServed() throws Exception {
    ChannelCredentials known =
        trusting().keyManager(file("client.pem").toFile(), file("client.key").toFile()).build();

    assertThat(call(Optional.of(file("ca.pem")), known)).isEqualTo(Status.Code.NOT_FOUND);
  }

  @Test
  void start_withAKeyThatIsNone_failsSayingSo() throws IOException {
    Path nonsense = Files.writeString(file("nonsense"), "nonsense");
    GrpcOptions.Tls tls = new GrpcOptions.Tls(file("server1.pem"), nonsense, Optional.empty());

    assertThatThrownBy(() -> start(tls))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("TLS");
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  private TlsChannelCredentials.Builder trusting() throws IOException {
    return TlsChannelCredentials.newBuilder().trustManager(file("ca.pem").toFile());
  }

  private GrpcServer start(GrpcOptions.Tls tls) throws IOException {
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    IdempotencyGrpc service =
        new IdempotencyGrpc(new MemoryAuthority(), () -> TenantAccess.ALL, instruments);
    return GrpcServer.start(
        new GrpcOptions(loopback, Optional.of(tls), 1 << 20, 1),
        List.of(service),
        List.of(),
        instruments);
  }

  private Status.Code call(Optional<Path> clientCa, ChannelCredentials credentials)
      throws Exception {
    GrpcServer server =
        start(new GrpcOptions.Tls(file("server1.pem"), file("server1.key"), clientCa));
    InetSocketAddress address = (InetSocketAddress) server.address();
    ManagedChannel channel =
        Grpc.newChannelBuilderForAddress("127.0.0.1", address.getPort(), credentials)
            .overrideAuthority("foo.test.google.fr")
            .build();
    try {
      IdempotencyServiceGrpc.newBlockingStub(channel)
          .withDeadlineAfter(10, TimeUnit.SECONDS)
          .get(Requests.get().build());
      throw new AssertionError("there is no such key");
    } catch (StatusRuntimeException refused) {
      return refused.getStatus().getCode();
    } finally {
      channel.shutdownNow();
      server.drain(Duration.ZERO);
    }
  }
}
