package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import dev.onceward.v1.FailRequest;
import dev.onceward.v1.FailResponse;
import dev.onceward.v1.FailureKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code fail}. */
@Command(
    name = "fail",
    sortOptions = false,
    description = {
      "Records the failure of an attempt.",
      "",
      "The kind says what the attempt knows about its effect: retryable (it did not happen, trying again may succeed),"
          + " final (it did not happen, trying again is pointless), unknown (it may have happened: the key is held IN_DOUBT).",
      ""
    },
    footer = {
      "",
      "Example:",
      "  onceward fail --tenant shop --key K-8842 --version 1753700000000000 \\",
      "    --attempt-id 5f0c... --kind retryable --code bank_timeout --retry-after 30s"
    })
final class FailCommand extends KeyCommand<FailResponse> {
  @Mixin private final ClaimOptions claim = new ClaimOptions();

  @Option(
      names = "--kind",
      required = true,
      paramLabel = "retryable|final|unknown",
      description = "What the attempt knows about its effect.")
  private FailureKind kind = FailureKind.FAILURE_KIND_UNSPECIFIED;

  @Mixin private final FailureOptions failure = new FailureOptions();
  @Mixin private final PayloadOptions payload = new PayloadOptions();

  @Option(
      names = "--retry-after",
      paramLabel = "DURATION",
      description =
          "retryable only: nobody may claim before this has passed, 0s to 7d. Default: 0s.")
  private @Nullable Duration retryAfter;

  FailCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  FailResponse send(OncewardClient client) {
    return client.blocking().fail(request());
  }

  private FailRequest request() {
    FailRequest.Builder request =
        FailRequest.newBuilder()
            .setTenant(tenant())
            .setKey(key())
            .setVersion(claim.version())
            .setAttemptId(claim.attemptId())
            .setFailure(failure.with(payload).setKind(kind));
    if (retryAfter != null) {
      request.setRetryAfter(DurationConverter.toProto(retryAfter));
    }
    return request.build();
  }

  @Override
  void show(FailResponse response, Table table) {
    show(response.getRecord(), table);
  }
}
