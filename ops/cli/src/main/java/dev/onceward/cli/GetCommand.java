package dev.onceward.cli;

import com.google.protobuf.ByteString;
import dev.onceward.client.OncewardClient;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.GetResponse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code get}. */
@Command(
    name = "get",
    sortOptions = false,
    description = {"Reads the record of a key; changes nothing.", ""},
    footer = {
      "",
      "Example, to wait up to 20 seconds for a running attempt's result:",
      "  onceward get --tenant shop --key K-8842 --wait 20s"
    })
final class GetCommand extends KeyCommand<GetResponse> {
  @Option(
      names = "--operation",
      paramLabel = "NAME",
      description = "Refuse unless the record is of this operation.")
  private String operation = "";

  @Option(
      names = "--request-digest",
      paramLabel = "BYTES",
      description = "Refuse unless the record has this digest: hexadecimal digits, or @FILE.")
  private ByteString requestDigest = ByteString.EMPTY;

  @Mixin private final AnswerOptions answer = new AnswerOptions();

  GetCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  GetResponse send(OncewardClient client) {
    return client.blocking().get(request());
  }

  private GetRequest request() {
    GetRequest.Builder request =
        GetRequest.newBuilder()
            .setTenant(tenant())
            .setKey(key())
            .setOperation(operation)
            .setRequestDigest(requestDigest)
            .setWithoutPayload(answer.withoutPayload());
    answer.waitTime().ifPresent(request::setWait);
    return request.build();
  }

  @Override
  void show(GetResponse response, Table table) {
    show(response.getRecord(), table);
  }
}
