package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.onceward.client.AttemptId;
import dev.onceward.client.Begun;
import dev.onceward.client.Digests;
import dev.onceward.client.OncewardClient;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.Decision;
import dev.onceward.v1.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client code of the README: that it is this very code, and that it does what it should. */
final class ReadmeExampleIT {
  private static final String BEGIN = "// readme: begin\n";
  private static final String END = "// readme: end\n";
  private static final String SOURCE =
      "ops/cli/src/test/java/dev/onceward/cli/ReadmeExampleIT.java";

  private final List<Long> placed = new ArrayList<>();

  private Begun confirm(OncewardClient onceward, String keyOfTheRequest, String... request) {
    String user = request[0];
    String show = request[1];
    String quantity = request[2];
    // readme: begin
    Begun begun =
        onceward
            .blocking()
            .begin(
                BeginRequest.newBuilder()
                    .setTenant("shop")
                    .setKey(keyOfTheRequest)
                    .setOperation("order.confirm")
                    .setRequestDigest(Digests.sha256(user, show, quantity))
                    .setAttemptId(AttemptId.random())
                    .build());
    if (begun.claim().isPresent()) {
      String order = placeOrder(begun.claim().get().version());
      onceward
          .blocking()
          .complete(
              begun
                  .claim()
                  .get()
                  .complete()
                  .setResult(Result.newBuilder().setPayload(ByteString.copyFromUtf8(order)))
                  .addReferences(order)
                  .build());
    }
    // readme: end
    return begun;
  }

  private String placeOrder(long version) {
    placed.add(version);
    return "O-" + (500 + placed.size());
  }

  @Test
  void example_twoRequestsWithOneKey_placesOneOrder(@TempDir Path directory) throws Exception {
    try (ServerProcess server = ServerProcess.start("rocks:" + directory.resolve("store"));
        OncewardClient onceward = OncewardClient.builder().target(server.grpcAddress()).build()) {
      Begun first = confirm(onceward, "K-8842", "U-7318", "S-204", "1");
      Begun second = confirm(onceward, "K-8842", "U-7318", "S-204", "1");
      assertThat(placed).containsExactly(first.record().getVersion());
      assertThat(second.decision()).isEqualTo(Decision.DECISION_REPLAY);
      assertThat(second.record().getResult().getPayload().toStringUtf8()).isEqualTo("O-501");
    }
  }

  @Test
  void readme_clientExample_isTheCodeThatRunsHere() throws Exception {
    Path root = Path.of("..", ".."); // tests run in their module's folder
    String source = Files.readString(root.resolve(SOURCE));
    String code = source.substring(source.lastIndexOf(BEGIN) + BEGIN.length());
    String example = code.substring(0, code.indexOf(END)).stripIndent().strip();
    assertThat(Files.readString(root.resolve("README.md"))).contains("```java\n" + example);
  }
}
