package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.RenewRequest;
import dev.onceward.v1.RenewResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code renew}. */
@Command(
    name = "renew",
    sortOptions = false,
    description = {
      "Moves the deadline of a claim, never back.",
      "",
      "A careful caller begins with --on-lease-expiry retry, and renews with hold just before its effect, with the"
          + " references that it is about to create.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  onceward renew --tenant shop --key K-8842 --version 1753700000000000 \\",
      "    --attempt-id 5f0c... --lease 1m --on-lease-expiry hold --reference O-501"
    })
final class RenewCommand extends KeyCommand<RenewResponse> {
  @Mixin private final ClaimOptions claim = new ClaimOptions();

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      description = "How long from now, 1s to 15m. Default: the tenant's policy.")
  private @Nullable Duration lease;

  @Option(
      names = "--on-lease-expiry",
      paramLabel = "retry|hold",
      description =
          "hold: from now on, lost work may not run again. There is no way back to retry.")
  private LeaseExpiry onLeaseExpiry = LeaseExpiry.LEASE_EXPIRY_UNSPECIFIED;

  @Option(
      names = "--reference",
      paramLabel = "TEXT",
      description = "A number that the effect is about to create. May be given 16 times.")
  private List<String> references = new ArrayList<>();

  RenewCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  RenewResponse send(OncewardClient client) {
    return client.blocking().renew(request()).response();
  }

  private RenewRequest request() {
    RenewRequest.Builder request =
        RenewRequest.newBuilder()
            .setTenant(tenant())
            .setKey(key())
            .setVersion(claim.version())
            .setAttemptId(claim.attemptId())
            .setOnLeaseExpiry(onLeaseExpiry)
            .addAllReferences(references);
    if (lease != null) {
      request.setLease(DurationConverter.toProto(lease));
    }
    return request.build();
  }

  @Override
  void show(RenewResponse response, Table table) {
    table.row("lease remaining", DurationConverter.format(response.getLeaseRemaining()));
    show(response.getRecord(), table);
  }
}
