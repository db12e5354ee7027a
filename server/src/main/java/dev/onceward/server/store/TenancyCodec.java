package dev.onceward.server.store;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.onceward.server.record.Freeze;
import dev.onceward.server.record.Policy;
import dev.onceward.server.record.Promises;
import dev.onceward.server.record.Sources;
import dev.onceward.server.record.Tenancy;
import dev.onceward.server.record.Windows;
import dev.onceward.server.store.proto.StoredFormer;
import dev.onceward.server.store.proto.StoredFreeze;
import dev.onceward.server.store.proto.StoredPolicy;
import dev.onceward.server.store.proto.StoredTenancy;
import dev.onceward.server.store.proto.StoredWindows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A tenant row's value, to and fro. */
final class TenancyCodec {
  private TenancyCodec() {}

  static byte[] encode(Tenancy tenancy) {
    StoredTenancy.Builder out =
        StoredTenancy.newBuilder()
            .setRevision(tenancy.revision())
            .setPolicy(encode(tenancy.policy()));
    for (Freeze freeze : tenancy.freezes()) {
      out.addFreezesBuilder()
          .setPrefix(freeze.prefix())
          .setSinceMs(Moments.millis(freeze.since()))
          .setWho(freeze.who())
          .setReason(freeze.reason());
    }
    return out.build().toByteArray();
  }

  private static StoredPolicy encode(Policy policy) {
    Policy.Claims claims = policy.claims();
    Sources sources = policy.sources();
    StoredPolicy.Builder out =
        StoredPolicy.newBuilder()
            .setOnLeaseExpiry(Codes.LEASE_EXPIRY.code(claims.onLeaseExpiry()))
            .setDefaultLeaseMs(claims.defaultLease().toMillis())
            .setLongestLeaseMs(claims.longestLease().toMillis())
            .setAttemptsMax(claims.attemptsMax() == Policy.UNLIMITED ? 0 : claims.attemptsMax())
            .setBackOffMs(claims.backOff().toMillis())
            .setRetryByVersion(claims.retryByVersion())
            .setWindows(encode(policy.promises().present()))
            .setLongestClientRetryMs(sources.longestClientRetry().toMillis())
            .setQueueRetentionMs(sources.queueRetention().toMillis())
            .setDeadLetterReplayMs(sources.deadLetterReplay().toMillis())
            .setAfterArchive(Codes.AFTER_ARCHIVE.code(policy.afterArchive()));
    for (Promises.Former former : policy.promises().former()) {
      out.addFormerBuilder()
          .setWindows(encode(former.windows()))
          .setReplacedAtMs(Moments.millis(former.replacedAt()));
    }
    return out.build();
  }

  private static StoredWindows encode(Windows windows) {
    StoredWindows.Builder out =
        StoredWindows.newBuilder()
            .setRetryMs(windows.retry().toMillis())
            .setReplayMs(windows.replay().toMillis())
            .setDisputeMs(windows.dispute().toMillis());
    if (windows.archive() != null) {
      out.setArchiveMs(windows.archive().toMillis());
    }
    return out.build();
  }

  static boolean isReadable(byte[] value) {
    try {
      decode(value);
      return true;
    } catch (CorruptRecordException e) {
      return false;
    }
  }

  static Tenancy decode(byte[] value) throws CorruptRecordException {
    try {
      StoredTenancy in = StoredTenancy.parseFrom(value);
      List<Freeze> freezes = new ArrayList<>(in.getFreezesCount());
      for (StoredFreeze each : in.getFreezesList()) {
        freezes.add(
            new Freeze(
                each.getPrefix(),
                Moments.present(each.getSinceMs()),
                each.getWho(),
                each.getReason()));
      }
      return new Tenancy(policy(in.getPolicy()), freezes, in.getRevision());
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw new CorruptRecordException("not a consistent tenant row: " + e.getMessage(), e);
    }
  }

  private static Policy policy(StoredPolicy in) throws CorruptRecordException {
    List<Promises.Former> former = new ArrayList<>(in.getFormerCount());
    for (StoredFormer each : in.getFormerList()) {
      former.add(
          new Promises.Former(windows(each.getWindows()), Moments.present(each.getReplacedAtMs())));
    }
    return new Policy(
        new Policy.Claims(
            Codes.LEASE_EXPIRY.value(in.getOnLeaseExpiry()),
            Duration.ofMillis(in.getDefaultLeaseMs()),
            Duration.ofMillis(in.getLongestLeaseMs()),
            in.getAttemptsMax() == 0 ? Policy.UNLIMITED : in.getAttemptsMax(),
            Duration.ofMillis(in.getBackOffMs()),
            in.getRetryByVersion()),
        new Promises(windows(in.getWindows()), former),
        new Sources(
            Duration.ofMillis(in.getLongestClientRetryMs()),
            Duration.ofMillis(in.getQueueRetentionMs()),
            Duration.ofMillis(in.getDeadLetterReplayMs())),
        Codes.AFTER_ARCHIVE.value(in.getAfterArchive()));
  }

  private static Windows windows(StoredWindows in) {
    return new Windows(
        Duration.ofMillis(in.getRetryMs()),
        Duration.ofMillis(in.getReplayMs()),
        Duration.ofMillis(in.getDisputeMs()),
        in.hasArchiveMs() ? Duration.ofMillis(in.getArchiveMs()) : null);
  }
}
