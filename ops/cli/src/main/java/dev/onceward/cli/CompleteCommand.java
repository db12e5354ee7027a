package dev.onceward.cli;

import com.google.protobuf.ByteString;
import dev.onceward.client.BlockingClient;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.CompleteResponse;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.Result;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
final class CompleteCommand extends CallCommand<CompleteResponse> {
  @Mixin private final ClaimOptions claim = new ClaimOptions();
  @Mixin private final PayloadOptions payload = new PayloadOptions();

  @Option(
      names = "--payload-omitted",
      paramLabel = "by-caller|none",
      description = "by-caller: the payload is not sent, only its digest and size.")
  private @Nullable PayloadOmitted payloadOmitted;

  @Option(
      names = "--payload-digest",
      paramLabel = "BYTES",
      description = "The digest of a payload that is not sent: hexadecimal digits, or @FILE.")
  private @Nullable ByteString payloadDigest;

  @Option(
      names = "--payload-size",
      paramLabel = "NUMBER",
      description = "The size in bytes of a payload that is not sent.")
  private @Nullable Long payloadSize;

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
  CompleteResponse send(BlockingClient client) {
    return client.complete(request());
  }

  private CompleteRequest request() {
    CompleteRequest.Builder request =
        CompleteRequest.newBuilder()
            .setTenant(tenant())
            .setKey(key())
            .setVersion(claim.version())
            .setAttemptId(claim.attemptId())
            .addAllReferences(references);
    Result result = result();
    if (!result.equals(Result.getDefaultInstance())) {
      request.setResult(result);
    }
    return request.build();
  }

  private Result result() {
    Result.Builder result = Result.newBuilder();
    if (payload.payload() != null) {
      result.setPayload(payload.payload());
    }
    if (payload.contentType() != null) {
      result.setContentType(payload.contentType());
    }
    if (payloadDigest != null) {
      result.setPayloadDigest(payloadDigest);
    }
    if (payloadSize != null) {
      result.setPayloadSize(payloadSize);
    }
    if (payloadOmitted != null) {
      result.setPayloadOmitted(payloadOmitted);
    }
    return result.build();
  }

  @Override
  void show(CompleteResponse response, Table table, RecordRows records) {
    records.add(response.getRecord(), table);
  }
}
