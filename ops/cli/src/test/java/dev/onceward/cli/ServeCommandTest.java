package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.cli.CommandLineFixture.Run;
import dev.onceward.server.ServerConfig;
import dev.onceward.server.StoreSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.OptionSpec;

final class ServeCommandTest {
  private static final StoreSpec STORE = StoreSpec.parse("rocks:x");

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
  void serve_storeOnly_hasTheServersDefaults() {
    cli.run("serve --store rocks:x");

    assertThat(cli.started).containsExactly(ServerConfig.builder(STORE).build());
  }

  @Test
  void serve_ready_saysWhereAndDrainsAtItsEnd() {
    Run run = cli.run("serve --store rocks:x --grpc-port 0 --http-port 0");

    assertThat(run.out()).isEqualTo("onceward ready grpc=127.0.0.1:40001 http=127.0.0.1:40002\n");
    assertThat(run.exitCode()).isZero();
    assertThat(cli.happened).containsExactly("end prepared", "drained");
  }

  @Test
  void serve_everyOption_reachesTheServer(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("f"), "for its readability only");

    cli.run(
        ("serve --store rocks:x --host 0.0.0.0 --http-host 0.0.0.0 --grpc-port 1 --http-port 2 --skew-allowance 4s"
                + " --lanes 3 --buckets 128 --root r --drain-timeout 1m --tls-cert F --tls-key F"
                + " --client-ca F --credentials-file F --insecure-remote --waiters-max 5"
                + " --message-bytes-max 2000000")
            .replace("F", file.toString()));

    assertThat(cli.started)
        .containsExactly(
            ServerConfig.builder(STORE)
                .host("0.0.0.0")
                .httpHost("0.0.0.0")
                .grpcPort(1)
                .httpPort(2)
                .skewAllowance(Duration.ofSeconds(4))
                .lanes(3)
                .buckets(128)
                .root("r")
                .drainTimeout(Duration.ofMinutes(1))
                .tls(file, file)
                .clientCa(Optional.of(file))
                .credentialsFile(Optional.of(file))
                .insecureRemote(true)
                .waitersMax(5)
                .messageBytesMax(2_000_000)
                .build());
  }

  @Test
  void serve_environment_standsInForOptions() {
    cli.environment.put("ONCEWARD_STORE", "rocks:x");
    cli.environment.put("ONCEWARD_GRPC_PORT", "1");
    cli.environment.put("ONCEWARD_HTTP_PORT", "");
    cli.environment.put("ONCEWARD_INSECURE_REMOTE", "true");

    cli.run("serve");
    cli.run("serve --grpc-port 3");

    ServerConfig.Builder expected = ServerConfig.builder(STORE).insecureRemote(true);
    assertThat(cli.started)
        .containsExactly(expected.grpcPort(1).build(), expected.grpcPort(3).build());
  }

  @Test
  void serve_eachOption_hasItsVariable() {
    for (OptionSpec option : cli.spec("serve").options()) {
      if (!option.usageHelp()) {
        String variable =
            "ONCEWARD_"
                + option
                    .longestName()
                    .substring(2)
                    .replace('-', '_')
                    .toUpperCase(java.util.Locale.ROOT);
        assertThat(String.join(" ", option.description())).endsWith("Environment: " + variable);
      }
    }
  }

  @Test
  void serve_cannotStart_exitsWithOne() {
    Run run = cli.run("serve --store rocks:x --root unstartable");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).isEqualTo("onceward: the directory is in use\n");
    assertThat(run.out()).isEmpty();
  }
}
