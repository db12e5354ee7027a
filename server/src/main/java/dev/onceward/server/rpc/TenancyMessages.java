package dev.onceward.server.rpc;

import dev.onceward.server.record.Freeze;
import dev.onceward.server.record.Policy;
import dev.onceward.server.record.Sources;
import dev.onceward.server.record.Tenancy;
import dev.onceward.server.record.Windows;
import dev.onceward.v1.FreezeOrder;
import dev.onceward.v1.FreezeResponse;
import dev.onceward.v1.GetPolicyResponse;
import dev.onceward.v1.PutPolicyResponse;
import dev.onceward.v1.UnfreezeResponse;
import java.time.Duration;
import java.util.List;

/** What is laid down for a tenant, in the wire's words. */
final class TenancyMessages {
  private TenancyMessages() {}

  static GetPolicyResponse got(Tenancy tenancy) {
    return GetPolicyResponse.newBuilder()
        .setPolicy(of(tenancy.policy()))
        .setRevision(tenancy.revision())
        .addAllFreezes(freezes(tenancy))
        .build();
  }

  static PutPolicyResponse put(Tenancy tenancy) {
    return PutPolicyResponse.newBuilder()
        .setPolicy(of(tenancy.policy()))
        .setRevision(tenancy.revision())
        .build();
  }

  static FreezeResponse frozen(Tenancy tenancy) {
    return FreezeResponse.newBuilder()
        .addAllFreezes(freezes(tenancy))
        .setRevision(tenancy.revision())
        .build();
  }

  static UnfreezeResponse unfrozen(Tenancy tenancy) {
    return UnfreezeResponse.newBuilder()
        .addAllFreezes(freezes(tenancy))
        .setRevision(tenancy.revision())
        .build();
  }

  private static List<FreezeOrder> freezes(Tenancy tenancy) {
    return tenancy.freezes().stream().map(TenancyMessages::of).toList();
  }

  private static FreezeOrder of(Freeze freeze) {
    return FreezeOrder.newBuilder()
        .setKeyPrefix(freeze.prefix())
        .setSince(TimeMessages.of(freeze.since()))
        .setWho(freeze.who())
        .setEvidence(freeze.reason())
        .build();
  }

  /** Every field of a policy, the defaults too. */
  static dev.onceward.v1.Policy of(Policy policy) {
    Policy.Claims claims = policy.claims();
    Windows windows = policy.promises().present();
    Sources sources = policy.sources();
    dev.onceward.v1.Policy.Builder message =
        dev.onceward.v1.Policy.newBuilder()
            .setRetryWindow(TimeMessages.of(windows.retry()))
            .setReplayWindow(TimeMessages.of(windows.replay()))
            .setDisputeWindow(TimeMessages.of(windows.dispute()))
            .setOnLeaseExpiry(EnumMessages.of(claims.onLeaseExpiry()))
            .setDefaultLease(TimeMessages.of(claims.defaultLease()))
            .setLongestLease(TimeMessages.of(claims.longestLease()))
            .setMaxAttempts(claims.attemptsMax() == Policy.UNLIMITED ? 0 : claims.attemptsMax())
            .setBackOff(TimeMessages.of(claims.backOff()))
            .setRetryByVersion(claims.retryByVersion())
            .setLongestClientRetry(TimeMessages.of(sources.longestClientRetry()))
            .setQueueRetention(TimeMessages.of(sources.queueRetention()))
            .setDeadLetterReplay(TimeMessages.of(sources.deadLetterReplay()))
            .setAfterArchive(EnumMessages.of(policy.afterArchive()));
    Duration archive = windows.archive();
    return archive == null
        ? message.setArchiveForever(true).build()
        : message.setArchiveWindow(TimeMessages.of(archive)).build();
  }
}
