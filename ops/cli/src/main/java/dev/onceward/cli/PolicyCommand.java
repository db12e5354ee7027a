package dev.onceward.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code policy}, which is nothing without one of its own commands. */
@Command(
    name = "policy",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Reads or changes what a tenant's records follow: how long they are kept, and what becomes of lost work."
    },
    footer = {"", "Example:", "  onceward policy get --tenant shop"})
final class PolicyCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a COMMAND is missing: get or put");
  }
}
