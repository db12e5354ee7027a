package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import dev.onceward.v1.UnfreezeRequest;
import dev.onceward.v1.UnfreezeResponse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code unfreeze}. */
@Command(
    name = "unfreeze",
    sortOptions = false,
    description = {
      "Takes freezes back, each by the prefix that it was given for.",
      "",
      "Without --key-prefix the freeze of the whole tenant is taken back; those of prefixes stay. Prints what is still"
          + " frozen.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  onceward unfreeze --tenant shop --key-prefix order- \\",
      "    --evidence \"incident 42 is over\""
    })
final class UnfreezeCommand extends CallCommand<UnfreezeResponse> {
  @Mixin private final FreezeOptions options = new FreezeOptions();

  UnfreezeCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  UnfreezeResponse send(OncewardClient client) {
    return client
        .operator()
        .unfreeze(
            UnfreezeRequest.newBuilder()
                .setTenant(options.tenant())
                .addAllKeyPrefixes(options.keyPrefixes())
                .setWho(options.evidence().who())
                .setEvidence(options.evidence().evidence())
                .build());
  }

  @Override
  void show(UnfreezeResponse response, Table table) {
    new PolicyRows(moments()).add(response.getFreezesList(), table);
    table.row("revision", Long.toString(response.getRevision()));
  }
}
