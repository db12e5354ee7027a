package dev.onceward.cli;

import dev.onceward.client.OperatorClient;
import dev.onceward.v1.HoldRequest;
import dev.onceward.v1.HoldResponse;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code hold}. */
@Command(
    name = "hold",
    sortOptions = false,
    description = {
      "Keeps a record as it is: nothing of it is dropped, whatever the policy says, until the hold ends.",
      "",
      "A record may have 8 holds, each of another name. A hold of the same name is replaced.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  onceward hold --tenant shop --key K-8842 --name case-17 --until 90d \\",
      "    --evidence \"chargeback claimed, see case 17\""
    })
final class HoldCommand extends InterventionCommand<HoldResponse> {
  @Option(
      names = "--name",
      required = true,
      paramLabel = "NAME",
      description = "Which hold, say a case number; release names the same.")
  private String name = "";

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = {
        "When it ends by itself: a duration from now (30d), a day (2027-01-31), or a time (2027-01-31T12:00Z).",
        "Default: when it is released."
      })
  private @Nullable Instant until;

  HoldCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  HoldResponse intervene(OperatorClient client, long revision) {
    HoldRequest.Builder request =
        HoldRequest.newBuilder()
            .setTenant(tenant())
            .setKey(key())
            .setExpectedRevision(revision)
            .setWho(who())
            .setEvidence(evidence())
            .setName(name);
    if (until != null) {
      request.setUntil(MomentConverter.toProto(until));
    }
    return client.hold(request.build());
  }

  @Override
  void show(HoldResponse response, Table table) {
    show(response.getRecord(), table);
  }
}
