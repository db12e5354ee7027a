package dev.onceward.server.rpc;

import static dev.onceward.server.rpc.Requests.bytes;
import static dev.onceward.server.rpc.Requests.seconds;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.FailRequest;
import dev.onceward.v1.Failure;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.RenewRequest;
import dev.onceward.v1.Result;
import dev.onceward.v1.RetainRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * A request with one field that is wrong.
 *
 * @param field its path
 * @param what is wrong with it
 */
record BadRequest(String field, String what, Message request) {
  @Override
  public String toString() {
    return request.getDescriptorForType().getName() + ": " + field + " " + what;
  }

  /** All of them. */
  static List<BadRequest> all() {
    List<BadRequest> all = new ArrayList<>(begins());
    all.addAll(completes());
    all.addAll(fails());
    all.addAll(others());
    return all;
  }

  private static List<BadRequest> begins() {
    BadRows<BeginRequest.Builder> t = new BadRows<>(Requests::begin);
    t.bad("tenant", "missing", b -> b.clearTenant());
    t.bad("tenant", "65 bytes", b -> b.setTenant("t".repeat(65)));
    t.bad("tenant", "66 bytes in 33 characters", b -> b.setTenant("é".repeat(33)));
    t.bad("key", "missing", b -> b.clearKey());
    t.bad("key", "513 bytes", b -> b.setKey("k".repeat(513)));
    t.bad("key", "514 bytes in 257 characters", b -> b.setKey("\u00fc".repeat(257)));
    t.bad("key", "516 bytes of pairs", b -> b.setKey("\uD83C\uDFAB".repeat(129)));
    t.bad("operation", "missing", b -> b.clearOperation());
    t.bad("operation", "129 bytes", b -> b.setOperation("o".repeat(129)));
    t.bad("request_digest", "missing", b -> b.clearRequestDigest());
    t.bad("request_digest", "65 bytes", b -> b.setRequestDigest(bytes(65)));
    t.bad(
        "alternate_digests",
        "four",
        b -> b.addAllAlternateDigests(List.of(bytes(1), bytes(2), bytes(3), bytes(4))));
    t.bad("alternate_digests[0]", "empty", b -> b.addAlternateDigests(ByteString.EMPTY));
    t.bad(
        "alternate_digests[1]",
        "65 bytes",
        b -> b.addAlternateDigests(bytes(32)).addAlternateDigests(bytes(65)));
    t.bad("attempt_id", "missing", b -> b.clearAttemptId());
    t.bad("attempt_id", "15 bytes", b -> b.setAttemptId("a".repeat(15)));
    t.bad("attempt_id", "65 bytes", b -> b.setAttemptId("a".repeat(65)));
    t.bad("owner", "129 bytes", b -> b.setOwner("o".repeat(129)));
    t.bad("lease", "zero", b -> b.setLease(seconds(0)));
    t.bad("lease", "negative", b -> b.setLease(seconds(-30)));
    t.bad("lease", "999 ms", b -> b.setLease(Duration.newBuilder().setNanos(999_000_000)));
    t.bad("lease", "15 min and 1 s", b -> b.setLease(seconds(901)));
    t.bad(
        "lease",
        "15 min and 1 ns",
        b -> b.setLease(Duration.newBuilder().setSeconds(900).setNanos(1)));
    t.bad(
        "lease",
        "too many nanos",
        b -> b.setLease(Duration.newBuilder().setSeconds(5).setNanos(1_000_000_000)));
    t.bad(
        "lease",
        "signs that disagree",
        b -> b.setLease(Duration.newBuilder().setSeconds(5).setNanos(-1)));
    t.bad("lease", "the least number of seconds", b -> b.setLease(seconds(Long.MIN_VALUE)));
    t.bad(
        "lease",
        "the least number of nanos",
        b -> b.setLease(Duration.newBuilder().setNanos(Integer.MIN_VALUE)));
    t.bad("wait", "negative", b -> b.setWait(seconds(-1)));
    t.bad("wait", "61 s", b -> b.setWait(seconds(61)));
    t.bad("wait", "the most seconds", b -> b.setWait(seconds(Long.MAX_VALUE)));
    t.bad("expected_version", "zero", b -> b.setExpectedVersion(0));
    t.bad("expected_version", "negative", b -> b.setExpectedVersion(-1));
    t.bad("on_lease_expiry", "unknown", b -> b.setOnLeaseExpiryValue(9));
    t.bad(
        "labels",
        "17",
        b -> {
          for (int i = 0; i < 17; i++) {
            b.putLabels("label" + i, "x");
          }
        });
    t.bad("labels", "257 bytes together", b -> b.putLabels("k", "v".repeat(256)));
    t.bad("labels", "empty key", b -> b.putLabels("", "v"));
    return t.rows();
  }

  private static List<BadRequest> completes() {
    BadRows<CompleteRequest.Builder> t = new BadRows<>(() -> Requests.complete(7));
    t.bad("tenant", "missing", b -> b.clearTenant());
    t.bad("key", "missing", b -> b.clearKey());
    t.bad("version", "missing", b -> b.clearVersion());
    t.bad("version", "negative", b -> b.setVersion(-7));
    t.bad("attempt_id", "15 bytes", b -> b.setAttemptId("a".repeat(15)));
    t.bad("attempt_id", "65 bytes", b -> b.setAttemptId("a".repeat(65)));
    t.bad(
        "references",
        "17",
        b -> {
          for (int i = 0; i < 17; i++) {
            b.addReferences("O-" + i);
          }
        });
    t.bad("references[0]", "empty", b -> b.addReferences(""));
    t.bad(
        "references[3]",
        "257 bytes",
        b ->
            b.addReferences("a")
                .addReferences("b")
                .addReferences("c")
                .addReferences("r".repeat(257)));
    t.bad(
        "result.content_type",
        "129 bytes",
        b -> b.getResultBuilder().setContentType("c".repeat(129)));
    t.bad(
        "result.payload_digest",
        "for the server to say",
        b -> b.getResultBuilder().setPayloadDigest(bytes(32)));
    t.bad(
        "result.payload_size",
        "for the server to say",
        b -> b.getResultBuilder().setPayloadSize(5));
    t.bad(
        "result.payload_omitted",
        "TOO_LARGE",
        b -> b.getResultBuilder().setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_TOO_LARGE));
    t.bad(
        "result.payload_omitted",
        "EXPIRED",
        b -> b.getResultBuilder().setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_EXPIRED));
    t.bad(
        "result.payload_omitted",
        "REDACTED",
        b -> b.getResultBuilder().setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_REDACTED));
    t.bad(
        "result.payload_omitted",
        "ON_REQUEST",
        b -> b.getResultBuilder().setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_ON_REQUEST));
    t.bad(
        "result.payload_omitted", "unknown", b -> b.getResultBuilder().setPayloadOmittedValue(99));
    t.bad("result.payload", "with BY_CALLER", b -> b.setResult(withheld().setPayload(bytes(3))));
    t.bad(
        "result.payload_digest",
        "missing with BY_CALLER",
        b -> b.setResult(withheld().clearPayloadDigest()));
    t.bad(
        "result.payload_digest",
        "65 bytes with BY_CALLER",
        b -> b.setResult(withheld().setPayloadDigest(bytes(65))));
    t.bad(
        "result.payload_size",
        "negative with BY_CALLER",
        b -> b.setResult(withheld().setPayloadSize(-1)));
    return t.rows();
  }

  private static List<BadRequest> fails() {
    BadRows<FailRequest.Builder> t =
        new BadRows<>(() -> Requests.fail(7, FailureKind.FAILURE_KIND_RETRYABLE));
    t.bad("tenant", "missing", b -> b.clearTenant());
    t.bad("key", "513 bytes", b -> b.setKey("k".repeat(513)));
    t.bad("version", "zero", b -> b.setVersion(0));
    t.bad("attempt_id", "15 bytes", b -> b.setAttemptId("a".repeat(15)));
    t.bad("failure", "missing", b -> b.clearFailure());
    t.bad("failure.kind", "missing", b -> b.getFailureBuilder().clearKind());
    t.bad("failure.kind", "unknown", b -> b.getFailureBuilder().setKindValue(4));
    t.bad("failure.code", "65 bytes", b -> b.getFailureBuilder().setCode("c".repeat(65)));
    t.bad("failure.message", "1025 bytes", b -> b.getFailureBuilder().setMessage("m".repeat(1025)));
    t.bad(
        "failure.content_type",
        "129 bytes",
        b -> b.getFailureBuilder().setContentType("c".repeat(129)));
    t.bad(
        "failure.payload",
        "one byte over",
        b -> b.getFailureBuilder().setPayload(bytes(256 * 1024 + 1)));
    t.bad(
        "failure.retry_not_before",
        "for the server to say",
        b -> b.getFailureBuilder().setRetryNotBefore(Timestamp.getDefaultInstance()));
    t.bad("retry_after", "negative", b -> b.setRetryAfter(seconds(-1)));
    t.bad("retry_after", "over 7 days", b -> b.setRetryAfter(seconds(7 * 86_400 + 1)));
    t.bad(
        "retry_after",
        "of a final failure",
        b ->
            b.setRetryAfter(seconds(1))
                .setFailure(Failure.newBuilder().setKind(FailureKind.FAILURE_KIND_FINAL)));
    t.bad(
        "retry_after",
        "of a doubt",
        b ->
            b.setRetryAfter(seconds(1))
                .setFailure(Failure.newBuilder().setKind(FailureKind.FAILURE_KIND_UNKNOWN)));
    return t.rows();
  }

  private static List<BadRequest> others() {
    BadRows<RenewRequest.Builder> renew = new BadRows<>(() -> Requests.renew(7));
    renew.bad("tenant", "missing", b -> b.clearTenant());
    renew.bad("key", "missing", b -> b.clearKey());
    renew.bad("version", "missing", b -> b.clearVersion());
    renew.bad("attempt_id", "missing", b -> b.clearAttemptId());
    renew.bad("attempt_id", "65 bytes", b -> b.setAttemptId("a".repeat(65)));
    renew.bad("lease", "zero", b -> b.setLease(seconds(0)));
    renew.bad("lease", "an hour", b -> b.setLease(seconds(3600)));
    renew.bad("on_lease_expiry", "unknown", b -> b.setOnLeaseExpiryValue(-1));
    renew.bad("references[0]", "empty", b -> b.addReferences(""));
    BadRows<GetRequest.Builder> get = new BadRows<>(Requests::get);
    get.bad("tenant", "missing", b -> b.clearTenant());
    get.bad("key", "missing", b -> b.clearKey());
    get.bad("operation", "129 bytes", b -> b.setOperation("o".repeat(129)));
    get.bad("request_digest", "65 bytes", b -> b.setRequestDigest(bytes(65)));
    get.bad("wait", "61 s", b -> b.setWait(seconds(61)));
    BadRows<RetainRequest.Builder> retain = new BadRows<>(Requests::retain);
    retain.bad("tenant", "65 bytes", b -> b.setTenant("t".repeat(65)));
    retain.bad("key", "missing", b -> b.clearKey());
    retain.bad("until", "missing", b -> b.clearUntil());
    retain.bad(
        "until",
        "the year 10000",
        b -> b.setUntil(Timestamp.newBuilder().setSeconds(253_402_300_800L)));
    retain.bad("until", "negative nanos", b -> b.setUntil(Timestamp.newBuilder().setNanos(-1)));
    retain.bad("reason", "missing", b -> b.clearReason());
    retain.bad("reason", "1025 bytes", b -> b.setReason("r".repeat(1025)));
    List<BadRequest> all = new ArrayList<>(renew.rows());
    all.addAll(get.rows());
    all.addAll(retain.rows());
    return all;
  }

  private static Result.Builder withheld() {
    return Result.newBuilder()
        .setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_BY_CALLER)
        .setPayloadDigest(bytes(32))
        .setPayloadSize(17);
  }
}
