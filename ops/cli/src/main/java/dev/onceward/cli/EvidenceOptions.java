package dev.onceward.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of whatever an operator changes: who, and why. Both are kept with what is changed.
 */
final class EvidenceOptions {
  @Option(
      names = "--evidence",
      required = true,
      paramLabel = "TEXT",
      description = "Why, or how you know. Kept for whoever asks later.")
  private String evidence = "";

  @Option(
      names = "--who",
      paramLabel = "TEXT",
      description = "Who you are. Default: USER@HOST. Environment: ONCEWARD_WHO")
  private @Nullable String who;

  String evidence() {
    return evidence;
  }

  String who() {
    return who == null ? Owner.ofThisPerson() : who;
  }
}
