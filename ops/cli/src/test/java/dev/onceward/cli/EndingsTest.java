package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import dev.onceward.cli.CommandLineFixture.Run;
import io.grpc.Status.Code;
import io.grpc.protobuf.StatusProto;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
final class EndingsTest {
  private static final String ANY_CA =
      """
      -----BEGIN CERTIFICATE-----
      MIIBejCCAR+gAwIBAgIUEFgcvhlqpDWKLW35tgqlEHsk2rwwCgYIKoZIzj0EAwIw
      ETEPMA0GA1UEAwwGYW55b25lMCAXDTI2MTIwMTE3NTM0MloYDzIxMjYxMTA3MTc1
      MzQyWjARMQ8wDQYDVQQDDAZhbnlvbmUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
      AASYErtV9Mha1U8cQi2vJS00c/KCK8o+COpwoHS2JJl8pV03n/fcLP518iOdyovZ
      D++KlVs4aTGO3GT53N7Za3Qjo1MwUTAdBgNVHQ4EFgQU1nUgkpkD4TpP0Rf3giY/
      Swj811gwHwYDVR0jBBgwFoAU1nUgkpkD4TpP0Rf3giY/Swj811gwDwYDVR0TAQH/
      BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAuGG5HhW3KJhvLZciMftUExiihv5d
      9nM+xVs+IRt/n1cCIQC5hBcmP8EXnUP59mSAKuqspz6ag+4k/xXqfA6wMg2mqA==
      -----END CERTIFICATE-----
      """;

  private CommandLineFixture cli;

  @BeforeEach
  void open() throws IOException {
    cli = new CommandLineFixture();
  }

  @AfterEach
  void close() {
    cli.close();
  }

  @Test
  void call_refused_saysWhyAndWhatToDo() {
    cli.service.refuse(
        0,
        StatusProto.toStatusRuntimeException(
            Status.newBuilder()
                .setCode(Code.FAILED_PRECONDITION.value())
                .setMessage("the key was used with other parameters")
                .addDetails(
                    Any.pack(
                        ErrorInfo.newBuilder()
                            .setDomain("onceward")
                            .setReason("DIGEST_MISMATCH")
                            .putAllMetadata(Map.of("next", "NEW_KEY", "hint", "two\nlines"))
                            .build()))
                .addDetails(
                    Any.pack(
                        RetryInfo.newBuilder()
                            .setRetryDelay(Duration.newBuilder().setSeconds(90))
                            .build()))
                .build()));

    Run run = cli.call("get");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            """
            onceward: refused: DIGEST_MISMATCH: the key was used with other parameters
              hint: two\\nlines
              come back after 1m 30s
              what to do: this is another intent: give it a key of its own
            """);
  }

  @Test
  void call_plainStatus_isUnanswered() {
    cli.service.refuse(
        0, Code.UNIMPLEMENTED.toStatus().withDescription("old").asRuntimeException());

    Run run = cli.call("get");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).isEqualTo("onceward: unanswered: UNIMPLEMENTED: old\n");
  }

  @Test
  void call_nobodyListens_isOneClearLine() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    Run run = overTheNetwork(port);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("onceward: unanswered: cannot reach the server: ")
        .contains("Connection refused", "127.0.0.1:" + port)
        .doesNotContain("hint");
  }

  /** Such a server sends an alert, or nothing at all. */
  @ParameterizedTest
  @ValueSource(strings = {"1503030002020a", ""})
  void call_plaintextToAServerThatSpeaksTls_hintsAtTls(String answer) throws IOException {
    try (Babel server = new Babel(HexFormat.of().parseHex(answer))) {
      Run run = overTheNetwork(server.port(), "--timeout", "10s");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("hint: if the server speaks TLS, give --tls-ca FILE");
    }
  }

  @Test
  void call_tlsToAServerThatSpeaksPlaintext_hintsAtTls(@TempDir Path directory) throws IOException {
    Path ca = Files.writeString(directory.resolve("ca.pem"), ANY_CA);
    try (Babel server = new Babel("no TLS here".getBytes(StandardCharsets.UTF_8))) {
      Run run = overTheNetwork(server.port(), "--timeout", "10s", "--tls-ca", ca.toString());

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("hint: see that the server speaks TLS");
    }
  }

  private static Run overTheNetwork(int port, String... more) {
    StringWriter err = new StringWriter();
    Surroundings real = Surroundings.ofThisProcess();
    List<String> args = new ArrayList<>(List.of("get", "--tenant", "t", "--key", "k"));
    args.addAll(List.of("--target", "127.0.0.1:" + port));
    args.addAll(List.of(more));
    int code =
        Onceward.commandLine(
                new Surroundings(
                    Map.of(),
                    Clock.systemUTC(),
                    false,
                    real.connector(),
                    real.launcher(),
                    real.lifetime()))
            .setErr(new PrintWriter(err, true))
            .execute(args.toArray(String[]::new));
    return new Run(code, "", err.toString());
  }

  /** A server that answers everybody with the same few bytes of another language, and hangs up. */
  private static final class Babel implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    Babel(byte[] answer) throws IOException {
      Thread thread = new Thread(() -> answerAll(answer), "babel");
      thread.setDaemon(true);
      thread.start();
    }

    int port() {
      return socket.getLocalPort();
    }

    private void answerAll(byte[] answer) {
      while (!socket.isClosed()) {
        try (Socket caller = socket.accept()) {
          caller.getOutputStream().write(answer);
          caller.getOutputStream().flush();
          caller.shutdownOutput();
          caller.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
          // The caller has left, or the test is over.
        }
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "                                           | a COMMAND is missing",
        "get --tenant t                             | Missing required option: '--key=KEY'",
        "get --tenant t --key k --wait 5            | '5' is not a duration",
        "get --tenant t --key k --nonsense          | Unknown option: '--nonsense'",
        "get --tenant t --key k --request-digest 0  | not an even number of hexadecimal digits",
        "get --tenant t --key k --request-digest @/no/such | cannot read the file '/no/such': there is no such file",
        "get --tenant t --key k --target nowhere    | target must be HOST:PORT",
        "get --tenant t --key k --token-file /no/f  | cannot read the file of --token-file: there is no such file",
        "fail --tenant t --key k --version 1 --kind maybe | 'maybe' is none of retryable, final",
        "renew --tenant t --key k --version one     | 'one' is not a long",
        "serve                                      | Missing required option: '--store=STORE'",
        "serve --store redis:x                      | --store must be rocks:DIR or fdb:CLUSTER_FILE",
        "serve --store rocks:x --host 0.0.0.0       | --host must be a loopback address",
        "serve --store rocks:x --grpc-port 70000    | --grpc-port must be 0 to 65535"
      })
  void wrongUsage_each_exitsWithTwoAndSaysWhat(@Nullable String line, String message) {
    Run run = line == null ? cli.run(new String[0]) : cli.run(line);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(message).contains("--help");
    assertThat(run.out()).isEmpty();
  }
}
