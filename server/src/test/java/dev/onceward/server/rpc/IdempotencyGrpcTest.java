package dev.onceward.server.rpc;

import static dev.onceward.server.rpc.Requests.bytes;
import static dev.onceward.server.rpc.Requests.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Reason;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.CompleteResponse;
import dev.onceward.v1.Decision;
import dev.onceward.v1.FailResponse;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.Record;
import dev.onceward.v1.RenewResponse;
import dev.onceward.v1.Result;
import dev.onceward.v1.State;
import dev.onceward.v1.Tier;
import io.grpc.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The calls from a client's side, over the rules and a map. */
final class IdempotencyGrpcTest {
  private static final String OTHER_ATTEMPT = "another-0123456789";

  private final MemoryAuthority authority = new MemoryAuthority();
  private final Harness harness;

  IdempotencyGrpcTest() throws IOException {
    harness = new Harness(authority);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  private BeginResponse begin() {
    return harness.calls().begin(Requests.begin().build());
  }

  private BeginResponse beginAgain() {
    return harness.calls().begin(Requests.begin().setAttemptId(OTHER_ATTEMPT).build());
  }

  @Test
  void begin_ofNewKey_answersExecuteWithTheClaim() {
    BeginResponse response =
        harness
            .calls()
            .begin(
                Requests.begin()
                    .setLease(seconds(20))
                    .setOnLeaseExpiry(LeaseExpiry.LEASE_EXPIRY_RETRY)
                    .putLabels("show", "S-204")
                    .build());

    assertThat(response.getDecision()).isEqualTo(Decision.DECISION_EXECUTE);
    assertThat(response.getResumed()).isFalse();
    assertThat(response.getLeaseRemaining()).isEqualTo(seconds(20));
    assertThat(response.hasRetryAfter()).isFalse();
    assertThat(response.getPayloadBytesMax()).isEqualTo(262_144);
    Record record = response.getRecord();
    assertThat(record.getState()).isEqualTo(State.STATE_PROCESSING);
    assertThat(record.getAttempt()).isEqualTo(1);
    assertThat(record.getVersion()).isPositive();
    assertThat(record.getOnLeaseExpiry()).isEqualTo(LeaseExpiry.LEASE_EXPIRY_RETRY);
    assertThat(record.getLabelsMap()).containsExactly(Map.entry("show", "S-204"));
    assertThat(record.getOwner()).isEqualTo("orders/pod-1");
  }

  @Test
  void begin_sentAgain_isResumed() {
    BeginResponse first = begin();
    BeginResponse second = begin();

    assertThat(second.getDecision()).isEqualTo(Decision.DECISION_EXECUTE);
    assertThat(second.getResumed()).isTrue();
    assertThat(second.getRecord()).isEqualTo(first.getRecord());
  }

  @Test
  void begin_ofStranger_isToldWhenToComeBackButNotTheAttempt() {
    begin();

    BeginResponse response = beginAgain();

    assertThat(response.getDecision()).isEqualTo(Decision.DECISION_IN_PROGRESS);
    assertThat(response.getRetryAfter().getSeconds() * 1000).isPositive();
    assertThat(response.getLeaseRemaining()).isEqualTo(seconds(30));
    assertThat(response.toString()).doesNotContain(Requests.ATTEMPT);
  }

  @Test
  void begin_ofSucceededKey_replaysItsResult() {
    long version = begin().getRecord().getVersion();
    CompleteResponse completed =
        harness.calls().complete(Requests.complete(version).addReferences("O-501").build());

    BeginResponse replay = beginAgain();

    assertThat(replay.getDecision()).isEqualTo(Decision.DECISION_REPLAY);
    assertThat(replay.getRecord()).isEqualTo(completed.getRecord());
    assertThat(replay.hasRetryAfter()).isFalse();
    assertThat(replay.hasLeaseRemaining()).isFalse();
    Record record = replay.getRecord();
    assertThat(record.getState()).isEqualTo(State.STATE_SUCCEEDED);
    assertThat(record.getResult().getPayload().toStringUtf8()).isEqualTo("O-501");
    assertThat(record.getReferencesList()).containsExactly("O-501");
    assertThat(record.getTier()).isEqualTo(Tier.TIER_RETRY);
  }

  /** S24. */
  @Test
  void complete_withEmptyPayload_isAResultLikeAnyOther() {
    long version = begin().getRecord().getVersion();
    Record completed =
        harness.calls().complete(Requests.complete(version).clearResult().build()).getRecord();

    Record replayed = beginAgain().getRecord();
    Record without =
        harness.calls().get(Requests.get().setWithoutPayload(true).build()).getRecord();

    assertThat(completed.hasResult()).isTrue();
    assertThat(replayed.getState()).isEqualTo(State.STATE_SUCCEEDED);
    assertThat(replayed.getResult().getPayloadOmitted())
        .isEqualTo(PayloadOmitted.PAYLOAD_OMITTED_NONE);
    assertThat(replayed.getResult().getPayloadSize()).isZero();
    assertThat(replayed.getResult().getPayloadDigest().size()).isEqualTo(32);
    // There is nothing to be left out, so nothing is said to be.
    assertThat(without).isEqualTo(replayed);
  }

  /** S22. */
  @Test
  void begin_ofAnotherOperationUnderTheKey_isRefusedInEveryState() {
    long version = begin().getRecord().getVersion();
    var dryRun = Requests.begin().setOperation("order.dry_run").setAttemptId(OTHER_ATTEMPT);

    Told processing = Told.by(() -> harness.calls().begin(dryRun.build()));
    harness.calls().complete(Requests.complete(version).build());
    Told succeeded = Told.by(() -> harness.calls().begin(dryRun.build()));
    Told read =
        Told.by(() -> harness.calls().get(Requests.get().setOperation("order.dry_run").build()));

    for (Told told : new Told[] {processing, succeeded, read}) {
      assertThat(told.code()).isEqualTo(Status.Code.FAILED_PRECONDITION);
      assertThat(told.reason()).isEqualTo("OPERATION_MISMATCH");
      assertThat(told.metadata()).containsEntry("operation", "order.create");
      assertThat(told.next()).isEqualTo("NEW_KEY");
    }
  }

  @Test
  void begin_withOtherParameters_isRefused() {
    begin();
    var other = Requests.begin().setRequestDigest(bytes(32)).setAttemptId(OTHER_ATTEMPT);

    Told told = Told.by(() -> harness.calls().begin(other.build()));
    BeginResponse byAlternate =
        harness.calls().begin(other.addAlternateDigests(Requests.DIGEST).build());

    assertThat(told.reason()).isEqualTo("DIGEST_MISMATCH");
    assertThat(byAlternate.getDecision()).isEqualTo(Decision.DECISION_IN_PROGRESS);
  }

  @Test
  void complete_withPayloadOverTheLimit_keepsTheSuccess() {
    long version = begin().getRecord().getVersion();
    ByteString large = bytes(256 * 1024 + 1);
    var result = Result.newBuilder().setPayload(large).setContentType("image/png");

    harness.calls().complete(Requests.complete(version).setResult(result).build());

    Result replayed = beginAgain().getRecord().getResult();
    assertThat(replayed.getPayloadOmitted()).isEqualTo(PayloadOmitted.PAYLOAD_OMITTED_TOO_LARGE);
    assertThat(replayed.getPayload().isEmpty()).isTrue();
    assertThat(replayed.getPayloadSize()).isEqualTo(large.size());
    assertThat(replayed.getPayloadDigest().toByteArray())
        .isEqualTo(Payload.sha256(Bytes.wrap(large.toByteArray())).array());
    assertThat(replayed.getContentType()).isEqualTo("image/png");
  }

  @Test
  void complete_withPayloadAtTheLimit_keepsThePayload() {
    long version = begin().getRecord().getVersion();
    var result = Result.newBuilder().setPayload(bytes(256 * 1024));

    harness.calls().complete(Requests.complete(version).setResult(result).build());

    Result replayed = beginAgain().getRecord().getResult();
    assertThat(replayed.getPayloadOmitted()).isEqualTo(PayloadOmitted.PAYLOAD_OMITTED_NONE);
    assertThat(replayed.getPayload().size()).isEqualTo(256 * 1024);
  }

  @Test
  void complete_withWithheldPayload_keepsWhatTheCallerGave() {
    long version = begin().getRecord().getVersion();
    Result withheld =
        Result.newBuilder()
            .setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_BY_CALLER)
            .setPayloadDigest(ByteString.copyFromUtf8("recipe-7:abc"))
            .setPayloadSize(1_000_000)
            .build();

    harness.calls().complete(Requests.complete(version).setResult(withheld).build());

    assertThat(beginAgain().getRecord().getResult()).isEqualTo(withheld);
  }

  @Test
  void get_withoutPayload_saysThatItIsThere() {
    long version = begin().getRecord().getVersion();
    harness.calls().complete(Requests.complete(version).build());

    Result result =
        harness.calls().get(Requests.get().setWithoutPayload(true).build()).getRecord().getResult();

    assertThat(result.getPayloadOmitted()).isEqualTo(PayloadOmitted.PAYLOAD_OMITTED_ON_REQUEST);
    assertThat(result.getPayload().isEmpty()).isTrue();
    assertThat(result.getPayloadSize()).isEqualTo(5);
    assertThat(result.getContentType()).isEqualTo("text/plain");
  }

  @Test
  void fail_retryableWithPause_makesTheNextBeginWait() {
    long version = begin().getRecord().getVersion();
    FailResponse failed =
        harness
            .calls()
            .fail(
                Requests.fail(version, FailureKind.FAILURE_KIND_RETRYABLE)
                    .setRetryAfter(seconds(60))
                    .build());

    BeginResponse later = beginAgain();
    authority.pass(Duration.ofSeconds(60));
    BeginResponse claimed = beginAgain();

    assertThat(failed.getRecord().getState()).isEqualTo(State.STATE_FAILED_RETRYABLE);
    assertThat(failed.getRecord().getFailure().hasRetryNotBefore()).isTrue();
    assertThat(later.getDecision()).isEqualTo(Decision.DECISION_RETRY_LATER);
    assertThat(later.getRetryAfter()).isEqualTo(seconds(60));
    assertThat(claimed.getDecision()).isEqualTo(Decision.DECISION_EXECUTE);
    assertThat(claimed.getRecord().getAttempt()).isEqualTo(2);
    assertThat(claimed.getRecord().getFailure().getCode()).isEqualTo("card_declined");
    assertThat(claimed.getRecord().getFailure().hasRetryNotBefore()).isFalse();
  }

  @Test
  void renew_ofOwnClaim_tellsWhatIsLeft() {
    long version = begin().getRecord().getVersion();

    RenewResponse renewed =
        harness
            .calls()
            .renew(Requests.renew(version).setLease(seconds(90)).addReferences("O-501").build());

    assertThat(renewed.getLeaseRemaining()).isEqualTo(seconds(90));
    assertThat(renewed.getRecord().getReferencesList()).containsExactly("O-501");
    assertThat(renewed.getRecord().getVersion()).isEqualTo(version);
  }

  @Test
  void complete_ofStaleClaim_isToldTheCurrentVersion() {
    long version = begin().getRecord().getVersion();

    Told told = Told.by(() -> harness.calls().complete(Requests.complete(version - 1).build()));

    assertThat(told.code()).isEqualTo(Status.Code.ABORTED);
    assertThat(told.reason()).isEqualTo("STALE_CLAIM");
    assertThat(told.metadata()).containsEntry("current_version", Long.toString(version));
    assertThat(told.next()).isEqualTo("SAME_KEY_NEW_ATTEMPT");
  }

  @Test
  void complete_withoutAttempt_isRefusedForItsField() {
    long version = begin().getRecord().getVersion();
    var request = Requests.complete(version).clearAttemptId().build();

    Told told = Told.by(() -> harness.calls().complete(request));

    assertThat(told.reason()).isEqualTo("INVALID_FIELD");
    assertThat(told.fields()).containsExactly("attempt_id");
  }

  @Test
  void retain_ofKnownKey_answersTheRecord() {
    begin();

    assertThat(harness.calls().retain(Requests.retain().build()).getRecord().getKey())
        .isEqualTo(Requests.KEY);
  }

  @Test
  void call_forForeignTenant_isDeniedAfterItsFieldsAreChecked() throws IOException {
    try (Harness other = new Harness(authority, "theirs"::equals)) {
      Told denied = Told.by(() -> other.calls().begin(Requests.begin().build()));
      Told invalid = Told.by(() -> other.calls().begin(Requests.begin().clearKey().build()));

      assertThat(denied.code()).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(denied.reason()).isEqualTo("PERMISSION_DENIED");
      assertThat(invalid.reason()).isEqualTo("INVALID_FIELD");
      assertThat(authority.asks()).isEmpty();
    }
  }

  @Test
  void observer_hearsDecisionsRefusalsAndCalls() {
    begin();
    Told.by(() -> harness.calls().get(Requests.get().setKey("unknown").build()));

    // A client may have its answer a moment before the observer hears of the call's end.
    Eventually.isTrue(() -> harness.heard.calls.size() == 2);
    assertThat(harness.heard.decisions)
        .containsExactly(dev.onceward.server.record.Decision.EXECUTE);
    assertThat(harness.heard.reasons).containsExactly(Reason.NOT_FOUND);
    assertThat(harness.heard.calls)
        .containsExactly(
            "onceward.v1.IdempotencyService/Begin OK",
            "onceward.v1.IdempotencyService/Get NOT_FOUND");
  }
}
