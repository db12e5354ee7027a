package dev.onceward.cli;

import picocli.CommandLine.Option;

/** The options that name a claim. */
final class ClaimOptions {
  @Option(
      names = "--version",
      required = true,
      paramLabel = "NUMBER",
      description = "The claim's version, as begin answered it.")
  private long version;

  @Option(
      names = "--attempt-id",
      paramLabel = "TEXT",
      description = "The claim's attempt id. Required, except to settle a key that is IN_DOUBT.")
  private String attemptId = "";

  long version() {
    return version;
  }

  String attemptId() {
    return attemptId;
  }
}
