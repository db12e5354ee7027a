package dev.onceward.bench;

import picocli.CommandLine.Option;

/** The option {@code --help}; the parser itself acts on it. */
final class HelpOption {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  private boolean requested;

  boolean isRequested() {
    return requested;
  }
}
