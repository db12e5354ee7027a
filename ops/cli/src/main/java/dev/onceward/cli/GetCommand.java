package dev.onceward.cli;

import com.google.protobuf.ByteString;
import dev.onceward.client.BlockingClient;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.GetResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
final class GetCommand extends CallCommand<GetResponse> {
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

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      description = "How long to wait while the key is PROCESSING, 0s to 60s. Default: 0s.")
  private @Nullable Duration wait;

  @Option(
      names = "--without-payload",
      description = "Leave the result's payload out of the answer.")
  private boolean withoutPayload;

  GetCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  GetResponse send(BlockingClient client) {
    return client.get(request());
  }

  private GetRequest request() {
    GetRequest.Builder request =
        GetRequest.newBuilder()
            .setTenant(tenant())
            .setKey(key())
            .setOperation(operation)
            .setRequestDigest(requestDigest)
            .setWithoutPayload(withoutPayload);
    if (wait != null) {
      request.setWait(DurationConverter.toProto(wait));
    }
    return request.build();
  }

  @Override
  void show(GetResponse response, Table table, RecordRows records) {
    records.add(response.getRecord(), table);
  }
}
