package dev.onceward.cli;

import dev.onceward.client.OperatorClient;
import dev.onceward.v1.RedactRequest;
import dev.onceward.v1.RedactResponse;
import picocli.CommandLine.Command;

/** The command {@code redact}. */
@Command(
    name = "redact",
    sortOptions = false,
    description = {
      "Removes a record's payload and labels for good. Digest, size, references and events stay.",
      "",
      "Refused while a hold is in force. There is no way back.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  onceward redact --tenant shop --key K-8842 \\",
      "    --evidence \"erasure request 2026-114\""
    })
final class RedactCommand extends InterventionCommand<RedactResponse> {
  RedactCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  RedactResponse intervene(OperatorClient client, long revision) {
    return client.redact(
        RedactRequest.newBuilder()
            .setTenant(tenant())
            .setKey(key())
            .setExpectedRevision(revision)
            .setWho(who())
            .setEvidence(evidence())
            .build());
  }

  @Override
  void show(RedactResponse response, Table table) {
    show(response.getRecord(), table);
  }
}
