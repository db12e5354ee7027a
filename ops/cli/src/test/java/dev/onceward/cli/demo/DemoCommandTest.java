package dev.onceward.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.Server;
import dev.onceward.server.ServerConfig;
import dev.onceward.server.ServerStartException;
import dev.onceward.server.StoreSpec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class DemoCommandTest {
  @TempDir private Path directory = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private @Nullable Server server;

  @BeforeEach
  void start() throws ServerStartException {
    StoreSpec store = StoreSpec.parse("rocks:" + directory.resolve("records"));
    server = Server.start(ServerConfig.builder(store).grpcPort(0).httpPort(0).build());
  }

  @AfterEach
  void stop() {
    server().drain();
  }

  private Server server() {
    return Objects.requireNonNull(server);
  }

  private int run(String metrics) {
    return new CommandLine(new DemoCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute("--target", server().grpcAddress(), "--metrics", metrics);
  }

  @Test
  void demo_twiceOnOneServer_makesOneOrderAndReusesItEachTime() {
    String metrics = "http://" + server().httpAddress() + "/metrics";

    assertThat(run(metrics)).isZero();
    assertThat(run(metrics)).isZero();

    String text = out.toString();
    assertThat(text.lines().filter("1 INSERT, 7 reuses of O-501"::equals)).hasSize(2);
    assertThat(text)
        .contains("8 INSERTs for one wish", "O-608")
        .contains("refused: DIGEST_MISMATCH", "next: NEW_KEY")
        .containsPattern("decision=\"EXECUTE\"} +\\+1")
        .containsPattern("decision=\"REPLAY\"} +\\+7");
    assertThat(text.lines()).allMatch(line -> line.length() <= 100);
    assertThat(text).doesNotContain("\u001b");
  }

  @Test
  void demo_noMetrics_failsAndSaysWhere() {
    assertThat(run("http://" + server().httpAddress() + "/nowhere")).isEqualTo(1);
    assertThat(err.toString()).contains("cannot read the metrics of http://127.0.0.1:");
  }
}
