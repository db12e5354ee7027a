package dev.onceward.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerConfigTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    file = Files.writeString(directory.resolve("any.pem"), "for its readability only");
  }

  @Test
  void build_defaults_listenOnLoopbackOnly() {
    ServerConfig config = builder().build();

    assertThat(config.host()).isEqualTo("127.0.0.1");
    assertThat(config.httpHost()).isEqualTo("127.0.0.1");
    assertThat(config.grpcPort()).isEqualTo(7450);
    assertThat(config.httpPort()).isEqualTo(7451);
    assertThat(config.serverId()).as("drawn at each start").isEmpty();
    assertThat(config.skewAllowance()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.buckets()).isEqualTo(64);
    assertThat(config.root()).isEqualTo("onceward");
    assertThat(config.messageBytesMax()).isEqualTo(8 << 20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "localhost", "LocalHost", "::1", "[::1]"})
  void build_loopback_isOpen(String host) {
    assertThatCode(() -> builder().host(host).build()).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "10.0.0.1", "onceward.example", "127.0.0.1.example"})
  void build_otherHostUnguarded_isRefusedWithTheWayOut(String host) {
    assertThatThrownBy(() -> builder().host(host).build())
        .isInstanceOf(InvalidConfigException.class)
        .hasMessage(
            "--host must be a loopback address (127.0.0.1, localhost, ::1) unless callers are known,"
                + " but is "
                + host
                + ": give --tls-cert and --tls-key, and --credentials-file or --client-ca; or"
                + " --insecure-remote to let anyone who reaches that address call in plaintext");
  }

  @Test
  void build_otherHost_needsTlsAndKnownCallersOrTheWaiver() {
    assertThatThrownBy(() -> remote().tls(file, file).build())
        .isInstanceOf(InvalidConfigException.class);
    assertThatThrownBy(() -> remote().credentialsFile(Optional.of(file)).build())
        .isInstanceOf(InvalidConfigException.class);
    assertThatCode(() -> remote().tls(file, file).credentialsFile(Optional.of(file)).build())
        .doesNotThrowAnyException();
    assertThatCode(() -> remote().tls(file, file).clientCa(Optional.of(file)).build())
        .doesNotThrowAnyException();
    assertThatCode(() -> remote().insecureRemote(true).build()).doesNotThrowAnyException();
  }

  static Stream<Arguments> invalid() {
    return Stream.of(
        change("--grpc-port must be 0 to 65535, but is 70000", b -> b.grpcPort(70_000)),
        change("--http-port must be 0 to 65535, but is -1", b -> b.httpPort(-1)),
        change("--grpc-port and --http-port must differ, but both are 7450", b -> b.httpPort(7450)),
        change(
            "--skew-allowance must be 0s to 60s, but is PT-1S",
            b -> b.skewAllowance(Duration.ofSeconds(-1))),
        change("--server-id must be 1 to 32 characters", b -> b.serverId("")),
        change("but is 'a b'", b -> b.serverId("a b")),
        change("but is 'é'", b -> b.serverId("é")),
        change("--server-id must be", b -> b.serverId("x".repeat(33))),
        change("--buckets must be 64 to 4096, but is 63", b -> b.buckets(63)),
        change("--buckets must be 64 to 4096, but is 4097", b -> b.buckets(4097)),
        change("--lanes must be 1 to 64, but is 65", b -> b.lanes(65)),
        change("--lanes must be 1 to 256, but is 257", b -> b.buckets(300).lanes(257)),
        change("--root must be 1 to 64 characters", b -> b.root("")),
        change("but is 'Once Ward'", b -> b.root("Once Ward")),
        change(
            "--drain-timeout must be 0s to 600s, but is PT11M",
            b -> b.drainTimeout(Duration.ofMinutes(11))),
        change(
            "--tls-key must be a readable file, but is /no/key", b -> path(b::tlsKey, "/no/key")),
        change("--client-ca must be a readable file", b -> path(b::clientCa, "/no/ca")),
        change("--credentials-file must be a readable file", b -> path(b::credentialsFile, "/")),
        change("--waiters-max must be 0 to 1000000, but is -1", b -> b.waitersMax(-1)),
        change(
            "--message-bytes-max must be 1048576 to 67108864, but is 1000",
            b -> b.messageBytesMax(1_000)),
        change("--host must name an address", b -> b.host(" ")),
        change("--http-host must name an address", b -> b.httpHost("")));
  }

  @Test
  void build_serverId_isKept() {
    String name = "Pod_7.onceward-" + "x".repeat(17);

    assertThat(builder().serverId(name).build().serverId()).contains(name);
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void build_invalid_namesOptionLimitAndValue(
      String message, Consumer<ServerConfig.Builder> change) {
    ServerConfig.Builder builder = builder();
    change.accept(builder);

    assertThatThrownBy(builder::build)
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining(message);
  }

  @Test
  void build_halfOfTls_isRefused() {
    assertThatThrownBy(() -> builder().tlsCertificate(Optional.of(file)).build())
        .hasMessageContaining("--tls-key is missing");
    assertThatThrownBy(() -> builder().tlsKey(Optional.of(file)).build())
        .hasMessageContaining("--tls-cert is missing");
    assertThatThrownBy(() -> builder().clientCa(Optional.of(file)).build())
        .hasMessageContaining("--client-ca");
  }

  @Test
  void build_anyPorts_mayBothBeZero() {
    assertThatCode(() -> builder().grpcPort(0).httpPort(0).build()).doesNotThrowAnyException();
  }

  @Test
  void storeSpec_wellFormed_isParsed() {
    assertThat(StoreSpec.parse("rocks:data/x"))
        .isEqualTo(new StoreSpec(StoreSpec.Engine.ROCKS, Path.of("data/x")))
        .hasToString("rocks:data/x");
    assertThat(StoreSpec.parse("fdb:/etc/foundationdb/fdb.cluster").engine())
        .isEqualTo(StoreSpec.Engine.FDB);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "rocks:", "fdb:", "data/x", "redis:x", "ROCKS:x", "rocks:a\u0000b"})
  void storeSpec_malformed_isRefused(String text) {
    assertThatThrownBy(() -> StoreSpec.parse(text))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("--store must be rocks:DIR or fdb:CLUSTER_FILE, but is '" + text);
  }

  private static ServerConfig.Builder builder() {
    return ServerConfig.builder(StoreSpec.parse("rocks:data"));
  }

  private static ServerConfig.Builder remote() {
    return builder().host("0.0.0.0");
  }

  private static Arguments change(String message, Consumer<ServerConfig.Builder> change) {
    return Arguments.of(message, change);
  }

  private static void path(Consumer<Optional<Path>> setter, String path) {
    setter.accept(Optional.of(Path.of(path)));
  }
}
