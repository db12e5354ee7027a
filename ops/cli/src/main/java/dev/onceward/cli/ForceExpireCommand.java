package dev.onceward.cli;

import dev.onceward.client.OperatorClient;
import dev.onceward.v1.ForceExpireRequest;
import dev.onceward.v1.ForceExpireResponse;
import picocli.CommandLine.Command;

/** The command {@code force-expire}. */
@Command(
    name = "force-expire",
    sortOptions = false,
    description = {
      "Ends a stuck claim as if its lease had ended: the key becomes FAILED_RETRYABLE or IN_DOUBT, by the claim's"
          + " on-lease-expiry.",
      "",
      "The claim's holder may still be at work: this is the one call that can let two run at once. See that the holder is"
          + " dead first.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  onceward force-expire --tenant shop --key K-8842 \\",
      "    --evidence \"pod orders-3 was deleted at 14:02\""
    })
final class ForceExpireCommand extends InterventionCommand<ForceExpireResponse> {
  ForceExpireCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  ForceExpireResponse intervene(OperatorClient client, long revision) {
    return client.forceExpire(
        ForceExpireRequest.newBuilder()
            .setTenant(tenant())
            .setKey(key())
            .setExpectedRevision(revision)
            .setWho(who())
            .setEvidence(evidence())
            .build());
  }

  @Override
  void show(ForceExpireResponse response, Table table) {
    show(response.getRecord(), table);
  }
}
