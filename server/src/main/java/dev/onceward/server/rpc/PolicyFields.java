package dev.onceward.server.rpc;

import dev.onceward.server.record.AfterArchive;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Lengths;
import dev.onceward.server.record.Policy;
import dev.onceward.server.record.Promises;
import dev.onceward.server.record.Sources;
import dev.onceward.server.record.Windows;
import dev.onceward.v1.PutPolicyRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a policy. Used for one request. */
final class PolicyFields {
  private final dev.onceward.v1.Policy given;
  private final FieldChecks checks;

  private PolicyFields(dev.onceward.v1.Policy given, FieldChecks checks) {
    this.given = given;
    this.checks = checks;
  }

  /** The policy with the defaults for what is absent; null if a field does not pass. */
  static @Nullable Policy read(PutPolicyRequest request, FieldChecks checks) {
    if (!request.hasPolicy()) {
      checks.add("policy", "is missing: send one, empty for the defaults");
      return null;
    }
    checks.enter("policy");
    Policy policy = new PolicyFields(request.getPolicy(), checks).policy();
    checks.leave();
    return policy;
  }

  private @Nullable Policy policy() {
    Policy.Claims claims = claims();
    Windows windows = windows();
    Sources sources = sources();
    AfterArchive afterArchive = afterArchive();
    if (claims == null || windows == null || sources == null || !checks.passed()) {
      return null;
    }
    return new Policy(claims, new Promises(windows, List.of()), sources, afterArchive);
  }

  private Policy.@Nullable Claims claims() {
    Policy.Claims usual = Policy.Claims.DEFAULT;
    LeaseExpiry expiry =
        CommonFields.leaseExpiry(given.getOnLeaseExpiry(), given.getOnLeaseExpiryValue(), checks);
    Duration lease =
        given.hasDefaultLease()
            ? lease("default_lease", given.getDefaultLease())
            : usual.defaultLease();
    Duration longest =
        given.hasLongestLease()
            ? lease("longest_lease", given.getLongestLease())
            : usual.longestLease();
    Duration backOff =
        given.hasBackOff()
            ? length("back_off", given.getBackOff(), Duration.ZERO, Limits.RETRY_AFTER_MAX)
            : usual.backOff();
    int attempts = given.getMaxAttempts();
    if (attempts < 0) {
      checks.add("max_attempts", "is " + attempts + ", must not be below 0: 0 means unlimited");
      return null;
    }
    if (lease == null || longest == null || backOff == null) {
      return null;
    }
    if (longest.compareTo(lease) < 0) {
      checks.add(
          "longest_lease",
          "is %s, shorter than default_lease %s: make it longer"
              .formatted(Lengths.of(longest), Lengths.of(lease)));
      return null;
    }
    return new Policy.Claims(
        expiry == null ? usual.onLeaseExpiry() : expiry,
        lease,
        longest,
        attempts == 0 ? Policy.UNLIMITED : attempts,
        backOff,
        given.getRetryByVersion());
  }

  private @Nullable Windows windows() {
    Windows usual = Windows.DEFAULT;
    Duration retry =
        given.hasRetryWindow() ? window("retry_window", given.getRetryWindow()) : usual.retry();
    Duration replay =
        given.hasReplayWindow() ? window("replay_window", given.getReplayWindow()) : usual.replay();
    Duration dispute =
        given.hasDisputeWindow()
            ? window("dispute_window", given.getDisputeWindow())
            : usual.dispute();
    Duration archive =
        given.hasArchiveWindow()
            ? window("archive_window", given.getArchiveWindow())
            : usual.archive();
    if (given.getArchiveForever() && given.hasArchiveWindow()) {
      checks.add("archive_window", "is given together with archive_forever: send one of them");
    }
    if (retry == null || replay == null || dispute == null || archive == null) {
      return null;
    }
    boolean inOrder =
        follows("retry_window", retry, "replay_window", replay)
            && follows("replay_window", replay, "dispute_window", dispute)
            && (given.getArchiveForever()
                || follows("dispute_window", dispute, "archive_window", archive));
    return inOrder
        ? new Windows(retry, replay, dispute, given.getArchiveForever() ? null : archive)
        : null;
  }

  private boolean follows(String earlier, Duration length, String later, Duration next) {
    if (next.compareTo(length) >= 0) {
      return true;
    }
    checks.add(
        later,
        "is %s, shorter than %s %s: each window is at least as long as the one before"
            .formatted(Lengths.of(next), earlier, Lengths.of(length)));
    return false;
  }

  private @Nullable Sources sources() {
    Duration client =
        given.hasLongestClientRetry()
            ? source("longest_client_retry", given.getLongestClientRetry())
            : Duration.ZERO;
    Duration queue =
        given.hasQueueRetention()
            ? source("queue_retention", given.getQueueRetention())
            : Duration.ZERO;
    Duration deadLetter =
        given.hasDeadLetterReplay()
            ? source("dead_letter_replay", given.getDeadLetterReplay())
            : Duration.ZERO;
    return client == null || queue == null || deadLetter == null
        ? null
        : new Sources(client, queue, deadLetter);
  }

  private AfterArchive afterArchive() {
    return switch (given.getAfterArchive()) {
      case AFTER_ARCHIVE_UNSPECIFIED, AFTER_ARCHIVE_REFUSE -> AfterArchive.REFUSE;
      case AFTER_ARCHIVE_ADMIT -> AfterArchive.ADMIT;
      case UNRECOGNIZED -> {
        checks.unknownEnum("after_archive", given.getAfterArchiveValue());
        yield AfterArchive.REFUSE;
      }
    };
  }

  private @Nullable Duration lease(String field, com.google.protobuf.Duration length) {
    return length(field, length, Limits.LEASE_MIN, Limits.LEASE_MAX);
  }

  private @Nullable Duration window(String field, com.google.protobuf.Duration length) {
    return length(field, length, Limits.WINDOW_MIN, Limits.WINDOW_MAX);
  }

  private @Nullable Duration source(String field, com.google.protobuf.Duration length) {
    return length(field, length, Duration.ZERO, Limits.WINDOW_MAX);
  }

  /** A length as it is stored, in whole milliseconds, rounded up. */
  private @Nullable Duration length(
      String field, com.google.protobuf.Duration length, Duration min, Duration max) {
    Duration exact = checks.duration(field, length, min, max);
    return exact == null ? null : Duration.ofMillis(exact.plusNanos(999_999).toMillis());
  }
}
