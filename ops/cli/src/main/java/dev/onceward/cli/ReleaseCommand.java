package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import dev.onceward.v1.ReleaseHoldRequest;
import dev.onceward.v1.ReleaseHoldResponse;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code release}. */
@Command(
    name = "release",
    sortOptions = false,
    description = {
      "Takes a hold back. What was due meanwhile is done soon after.",
      "",
      "Safe to repeat: a hold that is not there changes nothing.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  onceward release --tenant shop --key K-8842 --name case-17 \\",
      "    --evidence \"case 17 is closed\""
    })
final class ReleaseCommand extends KeyCommand<ReleaseHoldResponse> {
  @Option(names = "--name", required = true, paramLabel = "NAME", description = "Which hold.")
  private String name = "";

  @Mixin private final EvidenceOptions evidence = new EvidenceOptions();

  @Option(
      names = "--expected-revision",
      paramLabel = "NUMBER",
      description =
          "Refuse unless the record's revision is still this one. Default: whatever it is.")
  private @Nullable Long expectedRevision;

  ReleaseCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  ReleaseHoldResponse send(OncewardClient client) {
    ReleaseHoldRequest.Builder request =
        ReleaseHoldRequest.newBuilder()
            .setTenant(tenant())
            .setKey(key())
            .setWho(evidence.who())
            .setEvidence(evidence.evidence())
            .setName(name);
    if (expectedRevision != null) {
      request.setExpectedRevision(expectedRevision);
    }
    return client.operator().releaseHold(request.build());
  }

  @Override
  void show(ReleaseHoldResponse response, Table table) {
    show(response.getRecord(), table);
  }
}
