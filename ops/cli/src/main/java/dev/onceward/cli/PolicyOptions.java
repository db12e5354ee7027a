package dev.onceward.cli;

import dev.onceward.v1.AfterArchive;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.Policy;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a policy, one for each field of it. */
final class PolicyOptions {
  @Option(
      names = "--retry-window",
      paramLabel = "DURATION",
      description = "How long everything is kept, the payload included. By default 24h.")
  private @Nullable Duration retryWindow;

  @Option(
      names = "--replay-window",
      paramLabel = "DURATION",
      description =
          "How long duplicates may still come: redelivered messages, dead letters, compensation. By default 14d.")
  private @Nullable Duration replayWindow;

  @Option(
      names = "--dispute-window",
      paramLabel = "DURATION",
      description =
          "How long a record can be read by its key, without its payload. By default 180d.")
  private @Nullable Duration disputeWindow;

  @Option(
      names = "--archive-window",
      paramLabel = "DURATION",
      description = "How long the archived fingerprint is kept. By default 730d.")
  private @Nullable Duration archiveWindow;

  @Option(
      names = "--archive-forever",
      description = "Keep the archived fingerprint for ever; --archive-window takes it back.")
  private boolean archiveForever;

  @Option(
      names = "--on-lease-expiry",
      paramLabel = "retry|hold",
      description =
          "What becomes of a claim that does not say: may lost work run again? By default hold.")
  private @Nullable LeaseExpiry onLeaseExpiry;

  @Option(
      names = "--default-lease",
      paramLabel = "DURATION",
      description = "How long a claim lasts that does not say. By default 30s.")
  private @Nullable Duration defaultLease;

  @Option(
      names = "--longest-lease",
      paramLabel = "DURATION",
      description = "The longest lease that may be asked for, at most 15m. By default 15m.")
  private @Nullable Duration longestLease;

  @Option(
      names = "--max-attempts",
      paramLabel = "NUMBER",
      description = "How many claims a key may have; 0 means unlimited. By default 0.")
  private @Nullable Integer maxAttempts;

  @Option(
      names = "--back-off",
      paramLabel = "DURATION",
      description =
          "The least pause between a retryable failure and the next claim, at most 7d. By default 0s.")
  private @Nullable Duration backOff;

  @Option(
      names = "--retry-by-version",
      negatable = true,
      description = "Claim a failed key only by a begin with --expected-version.")
  private @Nullable Boolean retryByVersion;

  @Option(
      names = "--longest-client-retry",
      paramLabel = "DURATION",
      description =
          "Declared: the last retry of a client or gateway. At most the retry window. By default 0s, not declared.")
  private @Nullable Duration longestClientRetry;

  @Option(
      names = "--queue-retention",
      paramLabel = "DURATION",
      description =
          "Declared: how long a queue may deliver again. At most the replay window. By default 0s, not declared.")
  private @Nullable Duration queueRetention;

  @Option(
      names = "--dead-letter-replay",
      paramLabel = "DURATION",
      description =
          "Declared: how long a dead letter may be played again. At most the replay window. By default 0s, not declared.")
  private @Nullable Duration deadLetterReplay;

  @Option(
      names = "--after-archive",
      paramLabel = "refuse|admit",
      description =
          "What begin does about an archived key: refuse it, or admit it as new. By default refuse.")
  private @Nullable AfterArchive afterArchive;

  /** {@code base}, changed where an option was given. */
  Policy over(Policy base) {
    Policy.Builder policy = base.toBuilder();
    given(retryWindow, policy::setRetryWindow);
    given(replayWindow, policy::setReplayWindow);
    given(disputeWindow, policy::setDisputeWindow);
    given(defaultLease, policy::setDefaultLease);
    given(longestLease, policy::setLongestLease);
    given(backOff, policy::setBackOff);
    given(longestClientRetry, policy::setLongestClientRetry);
    given(queueRetention, policy::setQueueRetention);
    given(deadLetterReplay, policy::setDeadLetterReplay);
    Optional.ofNullable(onLeaseExpiry).ifPresent(policy::setOnLeaseExpiry);
    Optional.ofNullable(maxAttempts).ifPresent(policy::setMaxAttempts);
    Optional.ofNullable(retryByVersion).ifPresent(policy::setRetryByVersion);
    Optional.ofNullable(afterArchive).ifPresent(policy::setAfterArchive);
    archive(policy);
    return policy.build();
  }

  // A window and for ever exclude each other, so the one that is given replaces the other. Both
  // given are the server's to refuse.
  private void archive(Policy.Builder policy) {
    if (archiveWindow != null) {
      policy.setArchiveForever(false).setArchiveWindow(DurationConverter.toProto(archiveWindow));
    }
    if (archiveForever) {
      policy.setArchiveForever(true);
      if (archiveWindow == null) {
        policy.clearArchiveWindow();
      }
    }
  }

  private static void given(
      @Nullable Duration duration, Consumer<com.google.protobuf.Duration> field) {
    Optional.ofNullable(duration).map(DurationConverter::toProto).ifPresent(field);
  }
}
