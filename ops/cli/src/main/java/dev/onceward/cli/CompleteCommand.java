package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.CompleteResponse;
import dev.onceward.v1.Result;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code complete}. */
@Command(
    name = "complete",
    sortOptions = false,
    description = {
      "Records the result of an attempt, for ever after the answer to its key.",
      "",
      "Safe to repeat: the same result gets the same answer, another is refused.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  onceward complete --tenant shop --key K-8842 --version 1753700000000000 \\",
      "    --attempt-id 5f0c... --payload-text '{\"order\":\"O-501\"}' \\",
      "    --content-type application/json --reference O-501"
    })
final class CompleteCommand extends KeyCommand<CompleteResponse> {
  @Mixin private final ClaimOptions claim = new ClaimOptions();
  @Mixin private final ResultOptions result = new ResultOptions();

  @Option(
      names = "--reference",
      paramLabel = "TEXT",
      description =
          "An order, payment or ticket number to find the record by. May be given 16 times.")
  private List<String> references = new ArrayList<>();

  CompleteCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  CompleteResponse send(OncewardClient client) {
    return client.blocking().complete(request());
  }

  private CompleteRequest request() {
    CompleteRequest.Builder request =
        CompleteRequest.newBuilder()
            .setTenant(tenant())
            .setKey(key())
            .setVersion(claim.version())
            .setAttemptId(claim.attemptId())
            .addAllReferences(references);
    Result stated = result.result();
    if (!stated.equals(Result.getDefaultInstance())) {
      request.setResult(stated);
    }
    return request.build();
  }

  @Override
  void show(CompleteResponse response, Table table) {
    show(response.getRecord(), table);
  }
}
