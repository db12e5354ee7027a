package dev.onceward.cli;

import com.google.protobuf.Duration;
import dev.onceward.v1.FreezeOrder;
import dev.onceward.v1.Policy;
import java.util.List;

/** What is laid down for a tenant, as people read it. */
final class PolicyRows {
  private final Moments moments;

  PolicyRows(Moments moments) {
    this.moments = moments;
  }

  void add(Policy policy, Table table) {
    table.row("retry window", exact(policy.getRetryWindow()));
    table.row("replay window", exact(policy.getReplayWindow()));
    table.row("dispute window", exact(policy.getDisputeWindow()));
    table.row(
        "archive window",
        policy.getArchiveForever() ? "for ever" : exact(policy.getArchiveWindow()));
    table.row("on lease expiry", RecordRows.word(policy.getOnLeaseExpiry(), "LEASE_EXPIRY_"));
    table.row("default lease", exact(policy.getDefaultLease()));
    table.row("longest lease", exact(policy.getLongestLease()));
    table.row(
        "max attempts",
        policy.getMaxAttempts() == 0 ? "unlimited" : Integer.toString(policy.getMaxAttempts()));
    table.row("back-off", exact(policy.getBackOff()));
    table.row("retry by version", policy.getRetryByVersion() ? "yes" : "no");
    table.row("longest client retry", declared(policy.getLongestClientRetry()));
    table.row("queue retention", declared(policy.getQueueRetention()));
    table.row("dead-letter replay", declared(policy.getDeadLetterReplay()));
    table.row("after archive", RecordRows.word(policy.getAfterArchive(), "AFTER_ARCHIVE_"));
  }

  void add(List<FreezeOrder> freezes, Table table) {
    if (freezes.isEmpty()) {
      table.row("frozen", "nothing");
    }
    freezes.forEach(freeze -> table.row("frozen", freeze(freeze)));
  }

  private String freeze(FreezeOrder freeze) {
    String what =
        freeze.getKeyPrefix().isEmpty()
            ? "all keys"
            : "keys that begin with " + freeze.getKeyPrefix();
    return what
        + ", since "
        + moments.withDistance(freeze.getSince())
        + " by "
        + freeze.getWho()
        + ": "
        + freeze.getEvidence();
  }

  private static String declared(Duration duration) {
    return duration.equals(Duration.getDefaultInstance()) ? "not declared" : exact(duration);
  }

  private static String exact(Duration duration) {
    return DurationConverter.exact(DurationConverter.fromProto(duration));
  }
}
