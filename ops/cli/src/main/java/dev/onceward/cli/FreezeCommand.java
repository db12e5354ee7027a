package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import dev.onceward.v1.FreezeRequest;
import dev.onceward.v1.FreezeResponse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code freeze}. */
@Command(
    name = "freeze",
    sortOptions = false,
    description = {
      "Lets no work start under a tenant, or under some of its keys.",
      "",
      "Every begin that would be told EXECUTE is refused, and every renew just before an effect. What is already done can"
          + " still be completed, failed, read and replayed. Nothing is dropped meanwhile. Without --key-prefix the whole"
          + " tenant is frozen.",
      "",
      "Safe to repeat: what is frozen stays frozen, with its first time and reason.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  onceward freeze --tenant shop --key-prefix order- \\",
      "    --evidence \"duplicate orders, incident 42\""
    })
final class FreezeCommand extends CallCommand<FreezeResponse> {
  @Mixin private final FreezeOptions options = new FreezeOptions();

  FreezeCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  FreezeResponse send(OncewardClient client) {
    return client
        .operator()
        .freeze(
            FreezeRequest.newBuilder()
                .setTenant(options.tenant())
                .addAllKeyPrefixes(options.keyPrefixes())
                .setWho(options.evidence().who())
                .setEvidence(options.evidence().evidence())
                .build());
  }

  @Override
  void show(FreezeResponse response, Table table) {
    new PolicyRows(moments()).add(response.getFreezesList(), table);
    table.row("revision", Long.toString(response.getRevision()));
  }
}
