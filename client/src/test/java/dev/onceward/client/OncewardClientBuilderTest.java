package dev.onceward.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceward.v1.BeginRequest;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
final class OncewardClientBuilderTest {
  private static final int TLS_HANDSHAKE = 0x16;

  @ParameterizedTest
  @CsvSource({
    "localhost:7450, localhost, 7450, true",
    "LOCALHOST:1, LOCALHOST, 1, true",
    "127.0.0.1:65535, 127.0.0.1, 65535, true",
    "127.9.9.9:80, 127.9.9.9, 80, true",
    "[::1]:7450, ::1, 7450, true",
    "onceward.example:443, onceward.example, 443, false",
    "127.0.0.1.example:443, 127.0.0.1.example, 443, false",
    "localhost.example:443, localhost.example, 443, false",
    "0.0.0.0:443, 0.0.0.0, 443, false",
    "[2001:db8::1]:443, 2001:db8::1, 443, false"
  })
  void target_wellFormed_isParsed(String text, String host, int port, boolean loopback) {
    Target target = Target.parse(text);

    assertThat(target).isEqualTo(new Target(host, port)).hasToString(text);
    assertThat(target.isLoopback()).isEqualTo(loopback);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost",
        "localhost:",
        ":7450",
        "localhost:0",
        "h:65536",
        "::1:7450",
        "http://h:1"
      })
  void target_malformed_isRefused(String text) {
    assertThatThrownBy(() -> OncewardClient.builder().target(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("HOST:PORT");
  }

  @Test
  void credentials_loopbackByDefault_sendsPlaintext() throws Exception {
    assertThat(firstByteSent(builder -> {})).isEqualTo('P'); // PRI * HTTP/2.0
  }

  @Test
  void credentials_loopbackWithTls_sendsHandshake() throws Exception {
    assertThat(firstByteSent(OncewardClientBuilder::tls)).isEqualTo(TLS_HANDSHAKE);
  }

  @Test
  void credentials_otherMachine_areTlsUnlessInsecure() {
    OncewardClientBuilder builder = OncewardClient.builder();

    assertThat(builder.speaksTls(Target.parse("db.example:7450"))).isTrue();
    assertThat(builder.speaksTls(Target.parse("127.0.0.1:7450"))).isFalse();
    builder.insecure();
    assertThat(builder.speaksTls(Target.parse("db.example:7450"))).isFalse();
  }

  @Test
  void build_tlsAndInsecure_isRefused() {
    assertThatThrownBy(() -> OncewardClient.builder().target("h:1").tls().insecure().build())
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void build_missingTrustFile_isNamed() {
    assertThatThrownBy(
            () -> OncewardClient.builder().target("h:1").tls(Path.of("/no/such.pem")).build())
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("/no/such.pem");
  }

  @Test
  void build_neitherOrBothTargetAndChannel_isRefused() {
    assertThatThrownBy(() -> OncewardClient.builder().build())
        .isInstanceOf(IllegalStateException.class);
    ManagedChannel channel = ManagedChannelBuilder.forTarget("localhost:1").usePlaintext().build();
    try {
      assertThatThrownBy(() -> OncewardClient.builder().channel(channel).target("h:1").build())
          .isInstanceOf(IllegalStateException.class);
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void close_givenChannel_staysOpen() {
    ManagedChannel channel = ManagedChannelBuilder.forTarget("localhost:1").usePlaintext().build();
    try {
      OncewardClient.builder().channel(channel).build().close();

      assertThat(channel.isShutdown()).isFalse();
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void settings_outOfBounds_areRefused() {
    assertThatThrownBy(() -> OncewardClient.builder().connections(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> OncewardClient.builder().timeout(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HedgingSettings(1, Duration.ofMillis(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RetrySettings(6, Duration.ofMillis(1), Duration.ofMillis(1), 2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void serviceConfig_hedgingAndRetry_isAcceptedByGrpc() {
    HedgingSettings hedging = new HedgingSettings(2, Duration.ofMillis(30));

    ManagedChannel channel =
        ManagedChannelBuilder.forTarget("localhost:1")
            .defaultServiceConfig(ServiceConfig.of(RetrySettings.DEFAULT, Optional.of(hedging)))
            .build();

    assertThat(channel.shutdownNow().isShutdown()).isTrue();
  }

  private static int firstByteSent(java.util.function.Consumer<OncewardClientBuilder> settings)
      throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      listener.setSoTimeout(10_000);
      OncewardClientBuilder builder =
          OncewardClient.builder().target("127.0.0.1:" + listener.getLocalPort());
      settings.accept(builder);
      try (OncewardClient client = builder.build()) {
        CompletableFuture<Begun> call = client.begin(BeginRequest.getDefaultInstance());
        int first = readOne(listener);
        call.cancel(true);
        return first;
      }
    }
  }

  private static int readOne(ServerSocket listener) throws IOException {
    try (Socket socket = listener.accept();
        InputStream in = socket.getInputStream()) {
      return in.read();
    }
  }
}
