package dev.onceward.server.rpc;

import static dev.onceward.server.rpc.Requests.bytes;
import static dev.onceward.server.rpc.Requests.seconds;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import dev.onceward.v1.AuditRequest;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.FindByReferenceRequest;
import dev.onceward.v1.ForceExpireRequest;
import dev.onceward.v1.FreezeRequest;
import dev.onceward.v1.HoldRequest;
import dev.onceward.v1.ListRecordsRequest;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.PutPolicyRequest;
import dev.onceward.v1.RedactRequest;
import dev.onceward.v1.ReleaseHoldRequest;
import dev.onceward.v1.ResolveRequest;
import dev.onceward.v1.State;
import dev.onceward.v1.UnfreezeRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Operators' requests with one field that is wrong. */
final class OperatorBadRequests {
  private static final long CENTURY = 36_500L * 86_400;

  private OperatorBadRequests() {}

  /** All of them. */
  static List<BadRequest> all() {
    List<BadRequest> all = new ArrayList<>(ofTenants());
    all.addAll(policies());
    all.addAll(freezes());
    all.addAll(lists());
    all.addAll(audits());
    all.addAll(holds());
    all.addAll(resolves());
    all.addAll(others());
    return all;
  }

  private static List<BadRequest> ofTenants() {
    var get = new BadRows<>(OperatorRequests::getPolicy);
    get.bad("tenant", "missing", b -> b.clearTenant());
    get.bad("tenant", "65 bytes", b -> b.setTenant("t".repeat(65)));
    var count = new BadRows<>(OperatorRequests::count);
    count.bad("tenant", "missing", b -> b.clearTenant());
    count.bad("tenant", "65 bytes", b -> b.setTenant("t".repeat(65)));
    List<BadRequest> all = new ArrayList<>(get.rows());
    all.addAll(count.rows());
    return all;
  }

  private static List<BadRequest> policies() {
    BadRows<PutPolicyRequest.Builder> t = new BadRows<>(OperatorRequests::putPolicy);
    t.bad("tenant", "missing", b -> b.clearTenant());
    t.bad("who", "missing", b -> b.clearWho());
    t.bad("evidence", "missing", b -> b.clearEvidence());
    t.bad("expected_revision", "negative", b -> b.setExpectedRevision(-1));
    t.bad("policy", "missing", b -> b.clearPolicy());
    t.bad("policy.retry_window", "zero", b -> b.getPolicyBuilder().setRetryWindow(seconds(0)));
    t.bad(
        "policy.replay_window",
        "a second over a century",
        b -> b.getPolicyBuilder().setReplayWindow(seconds(CENTURY + 1)));
    t.bad(
        "policy.dispute_window",
        "negative",
        b -> b.getPolicyBuilder().setDisputeWindow(seconds(-1)));
    t.bad(
        "policy.archive_window",
        "with archive_forever",
        b -> b.getPolicyBuilder().setArchiveWindow(seconds(CENTURY)).setArchiveForever(true));
    t.bad(
        "policy.replay_window",
        "shorter than retry_window, by default",
        b -> b.getPolicyBuilder().setRetryWindow(seconds(15 * 86_400)));
    t.bad(
        "policy.dispute_window",
        "shorter than replay_window",
        b ->
            b.getPolicyBuilder()
                .setReplayWindow(seconds(20 * 86_400))
                .setDisputeWindow(seconds(20 * 86_400 - 1)));
    t.bad(
        "policy.archive_window",
        "shorter than dispute_window",
        b -> b.getPolicyBuilder().setArchiveWindow(seconds(179 * 86_400)));
    t.bad("policy.on_lease_expiry", "unknown", b -> b.getPolicyBuilder().setOnLeaseExpiryValue(9));
    t.bad("policy.default_lease", "zero", b -> b.getPolicyBuilder().setDefaultLease(seconds(0)));
    t.bad(
        "policy.longest_lease",
        "an hour",
        b -> b.getPolicyBuilder().setLongestLease(seconds(3_600)));
    t.bad(
        "policy.longest_lease",
        "shorter than default_lease, by default",
        b -> b.getPolicyBuilder().setLongestLease(seconds(29)));
    t.bad("policy.max_attempts", "negative", b -> b.getPolicyBuilder().setMaxAttempts(-1));
    t.bad(
        "policy.back_off",
        "over 7 days",
        b -> b.getPolicyBuilder().setBackOff(seconds(7 * 86_400 + 1)));
    t.bad(
        "policy.longest_client_retry",
        "negative",
        b -> b.getPolicyBuilder().setLongestClientRetry(seconds(-1)));
    t.bad(
        "policy.queue_retention",
        "over a century",
        b -> b.getPolicyBuilder().setQueueRetention(seconds(CENTURY + 1)));
    t.bad(
        "policy.dead_letter_replay",
        "over a century",
        b -> b.getPolicyBuilder().setDeadLetterReplay(seconds(CENTURY + 1)));
    t.bad("policy.after_archive", "unknown", b -> b.getPolicyBuilder().setAfterArchiveValue(3));
    return t.rows();
  }

  private static List<BadRequest> freezes() {
    BadRows<FreezeRequest.Builder> t = new BadRows<>(OperatorRequests::freeze);
    t.bad("tenant", "missing", b -> b.clearTenant());
    t.bad("who", "129 bytes", b -> b.setWho("w".repeat(129)));
    t.bad("evidence", "1025 bytes", b -> b.setEvidence("e".repeat(1025)));
    t.bad("key_prefixes", "65", b -> b.addAllKeyPrefixes(Collections.nCopies(65, "K-")));
    t.bad("key_prefixes[1]", "empty", b -> b.addKeyPrefixes("K-").addKeyPrefixes(""));
    t.bad("key_prefixes[0]", "513 bytes", b -> b.addKeyPrefixes("k".repeat(513)));
    BadRows<UnfreezeRequest.Builder> un = new BadRows<>(OperatorRequests::unfreeze);
    un.bad("tenant", "missing", b -> b.clearTenant());
    un.bad("who", "missing", b -> b.clearWho());
    un.bad("evidence", "missing", b -> b.clearEvidence());
    un.bad("key_prefixes", "65", b -> b.addAllKeyPrefixes(Collections.nCopies(65, "K-")));
    un.bad("key_prefixes[0]", "empty", b -> b.addKeyPrefixes(""));
    List<BadRequest> all = new ArrayList<>(t.rows());
    all.addAll(un.rows());
    return all;
  }

  private static List<BadRequest> lists() {
    BadRows<ListRecordsRequest.Builder> list =
        new BadRows<>(() -> OperatorRequests.list(State.STATE_IN_DOUBT));
    list.bad("tenant", "65 bytes", b -> b.setTenant("t".repeat(65)));
    list.bad("state", "missing", b -> b.clearState());
    list.bad("state", "unknown", b -> b.setStateValue(6));
    list.bad("older_than", "negative", b -> b.setOlderThan(seconds(-1)));
    list.bad("page_size", "negative", b -> b.setPageSize(-1));
    list.bad("page_size", "201", b -> b.setPageSize(201));
    list.bad("page_token", "made up", b -> b.setPageToken(bytes(20)));
    list.bad("page_token", "1025 bytes", b -> b.setPageToken(bytes(1025)));
    BadRows<FindByReferenceRequest.Builder> find =
        new BadRows<>(() -> OperatorRequests.find("O-501"));
    find.bad("tenant", "missing", b -> b.clearTenant());
    find.bad("reference", "missing", b -> b.clearReference());
    find.bad("reference", "257 bytes", b -> b.setReference("r".repeat(257)));
    find.bad("page_size", "201", b -> b.setPageSize(201));
    find.bad("page_token", "made up", b -> b.setPageToken(bytes(9)));
    List<BadRequest> all = new ArrayList<>(list.rows());
    all.addAll(find.rows());
    return all;
  }

  private static List<BadRequest> audits() {
    BadRows<AuditRequest.Builder> t = new BadRows<>(() -> OperatorRequests.audit(0));
    t.bad("bucket", "negative", b -> b.setBucket(-1));
    t.bad("bucket", "beyond the last", b -> b.setBucket(MemoryOperations.BUCKETS));
    t.bad("page_token", "made up", b -> b.setPageToken(ByteString.copyFromUtf8("x")));
    return t.rows();
  }

  private static List<BadRequest> holds() {
    BadRows<HoldRequest.Builder> t = new BadRows<>(() -> OperatorRequests.hold(7));
    t.bad("tenant", "missing", b -> b.clearTenant());
    t.bad("key", "missing", b -> b.clearKey());
    t.bad("key", "513 bytes", b -> b.setKey("k".repeat(513)));
    t.bad("expected_revision", "missing", b -> b.clearExpectedRevision());
    t.bad("expected_revision", "negative", b -> b.setExpectedRevision(-1));
    t.bad("who", "missing", b -> b.clearWho());
    t.bad("who", "129 bytes", b -> b.setWho("w".repeat(129)));
    t.bad("evidence", "missing", b -> b.clearEvidence());
    t.bad("evidence", "1025 bytes", b -> b.setEvidence("e".repeat(1025)));
    t.bad("name", "missing", b -> b.clearName());
    t.bad("name", "65 bytes", b -> b.setName("n".repeat(65)));
    t.bad("until", "negative nanos", b -> b.setUntil(Timestamp.newBuilder().setNanos(-1)));
    BadRows<ReleaseHoldRequest.Builder> release = new BadRows<>(OperatorRequests::releaseHold);
    release.bad("key", "missing", b -> b.clearKey());
    release.bad("expected_revision", "zero", b -> b.setExpectedRevision(0));
    release.bad("who", "missing", b -> b.clearWho());
    release.bad("evidence", "missing", b -> b.clearEvidence());
    release.bad("name", "missing", b -> b.clearName());
    List<BadRequest> all = new ArrayList<>(t.rows());
    all.addAll(release.rows());
    return all;
  }

  private static List<BadRequest> resolves() {
    BadRows<ResolveRequest.Builder> t = new BadRows<>(() -> OperatorRequests.resolve(7));
    t.bad("tenant", "missing", b -> b.clearTenant());
    t.bad("key", "missing", b -> b.clearKey());
    t.bad("expected_revision", "missing", b -> b.clearExpectedRevision());
    t.bad("who", "missing", b -> b.clearWho());
    t.bad("evidence", "missing", b -> b.clearEvidence());
    t.bad("outcome", "missing", b -> b.clearOutcome());
    t.bad("references", "of what did not happen", b -> b.addReferences("O-501"));
    t.bad(
        "references[0]", "empty", b -> b.setSucceeded(Requests.result("O-501")).addReferences(""));
    t.bad(
        "succeeded.content_type",
        "129 bytes",
        b -> b.getSucceededBuilder().setContentType("c".repeat(129)));
    t.bad(
        "succeeded.payload_digest",
        "computed by the server",
        b -> b.getSucceededBuilder().setPayloadDigest(bytes(32)));
    t.bad(
        "succeeded.payload_omitted",
        "for the server to say",
        b -> b.getSucceededBuilder().setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_REDACTED));
    t.bad(
        "failed_final.kind",
        "retryable",
        b -> b.getFailedFinalBuilder().setKind(FailureKind.FAILURE_KIND_RETRYABLE));
    t.bad("failed_final.code", "65 bytes", b -> b.getFailedFinalBuilder().setCode("c".repeat(65)));
    t.bad(
        "failed_final.retry_not_before",
        "for the server to say",
        b -> b.getFailedFinalBuilder().setRetryNotBefore(Timestamp.getDefaultInstance()));
    return t.rows();
  }

  private static List<BadRequest> others() {
    BadRows<ForceExpireRequest.Builder> force =
        new BadRows<>(() -> OperatorRequests.forceExpire(7));
    force.bad("tenant", "missing", b -> b.clearTenant());
    force.bad("key", "missing", b -> b.clearKey());
    force.bad("expected_revision", "missing", b -> b.clearExpectedRevision());
    force.bad("who", "missing", b -> b.clearWho());
    force.bad("evidence", "missing", b -> b.clearEvidence());
    BadRows<RedactRequest.Builder> redact = new BadRows<>(() -> OperatorRequests.redact(7));
    redact.bad("tenant", "missing", b -> b.clearTenant());
    redact.bad("key", "missing", b -> b.clearKey());
    redact.bad("expected_revision", "missing", b -> b.clearExpectedRevision());
    redact.bad("who", "missing", b -> b.clearWho());
    redact.bad("evidence", "missing", b -> b.clearEvidence());
    List<BadRequest> all = new ArrayList<>(force.rows());
    all.addAll(redact.rows());
    return all;
  }
}
