package dev.onceward.cli;

import picocli.CommandLine.Option;

/** The option {@code --help} of a subcommand; the parser itself acts on it. */
final class HelpOption {
  @Option(
      order = ConnectOptions.LAST + 1,
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  private boolean requested;

  boolean isRequested() {
    return requested;
  }
}
