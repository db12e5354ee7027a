package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.v1.Decision;
import dev.onceward.v1.EventKind;
import dev.onceward.v1.Failure;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.Record;
import dev.onceward.v1.RecordHold;
import dev.onceward.v1.State;
import io.grpc.Status;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Operators' calls about one record, over the rules and a map. */
final class OperatorGrpcTest {
  private final MemoryAuthority authority = new MemoryAuthority();
  private final Harness harness;

  OperatorGrpcTest() throws IOException {
    harness = new Harness(authority, Caller.LOCAL);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  private Record claimed() {
    return harness.calls().begin(Requests.begin().build()).getRecord();
  }

  private Record succeeded() {
    Record claimed =
        harness.calls().begin(Requests.begin().putLabels("show", "S-204").build()).getRecord();
    var complete = Requests.complete(claimed.getVersion()).addReferences("O-501");
    return harness.calls().complete(complete.build()).getRecord();
  }

  private Record inDoubt() {
    Record claimed = claimed();
    var fail = Requests.fail(claimed.getVersion(), FailureKind.FAILURE_KIND_UNKNOWN);
    return harness.calls().fail(fail.build()).getRecord();
  }

  private Record archived() {
    Record record = succeeded();
    authority.pass(Duration.ofDays(181));
    return record;
  }

  @Test
  void hold_ofARecord_isToldWithItsEvent() {
    Record before = succeeded();
    var until = TimeMessages.of(Instant.parse("2026-04-01T00:00:00Z"));

    Record held =
        harness
            .operators()
            .hold(OperatorRequests.hold(before.getRevision()).setUntil(until).build())
            .getRecord();

    assertThat(held.getHoldsList())
        .containsExactly(
            RecordHold.newBuilder()
                .setName("case-7")
                .setUntil(until)
                .setWho("dana")
                .setEvidence("ticket OPS-12")
                .build());
    assertThat(held.hasTierUntil()).isTrue();
    var event = held.getEvents(held.getEventsCount() - 1);
    assertThat(event.getKind()).isEqualTo(EventKind.EVENT_KIND_HELD);
    assertThat(event.getWho()).isEqualTo("dana");
    assertThat(event.getWhy()).isEqualTo("case-7: ticket OPS-12");
    assertThat(event.getServerId()).isEqualTo("s-1");
  }

  @Test
  void hold_ofAnOlderRevision_isStaleAndTellsThePresentOne() {
    Record before = succeeded();

    Told told =
        Told.by(
            () ->
                harness.operators().hold(OperatorRequests.hold(before.getRevision() - 1).build()));

    assertThat(told.code()).isEqualTo(Status.Code.ABORTED);
    assertThat(told.reason()).isEqualTo("STALE_CLAIM");
    assertThat(told.metadata())
        .containsEntry("current_revision", Long.toString(before.getRevision()));
    assertThat(told.next()).isEmpty();
  }

  @Test
  void releaseHold_withoutARevision_meansTheRecordAsItIs() {
    Record before = succeeded();
    harness.operators().hold(OperatorRequests.hold(before.getRevision()).build());

    Record released =
        harness.operators().releaseHold(OperatorRequests.releaseHold().build()).getRecord();
    Record again =
        harness.operators().releaseHold(OperatorRequests.releaseHold().build()).getRecord();

    assertThat(released.getHoldsCount()).isZero();
    assertThat(again).isEqualTo(released);
  }

  @Test
  void hold_ofAnArchivedKey_isToldAsWhatIsLeftOfIt() {
    Record before = archived();
    Record found = harness.calls().get(Requests.get().build()).getRecord();

    Record held =
        harness.operators().hold(OperatorRequests.hold(found.getRevision()).build()).getRecord();

    assertThat(held.getHoldsCount()).isEqualTo(1);
    assertThat(held.hasTierUntil()).isFalse();
    assertThat(held.getVersion()).isEqualTo(before.getVersion());
  }

  @Test
  void resolve_notExecuted_letsTheNextBeginClaim() {
    Record doubt = inDoubt();

    Record resolved =
        harness
            .operators()
            .resolve(OperatorRequests.resolve(doubt.getRevision()).build())
            .getRecord();

    assertThat(resolved.getState()).isEqualTo(State.STATE_FAILED_RETRYABLE);
    assertThat(resolved.getFailure().getCode()).isEqualTo("NOT_EXECUTED");
    var next = Requests.begin().setAttemptId("another-0123456789").build();
    assertThat(harness.calls().begin(next).getDecision()).isEqualTo(Decision.DECISION_EXECUTE);
  }

  @Test
  void resolve_succeeded_isReplayedFromThenOn() {
    Record doubt = inDoubt();
    var request =
        OperatorRequests.resolve(doubt.getRevision())
            .setSucceeded(Requests.result("O-501"))
            .addReferences("O-501")
            .build();

    Record resolved = harness.operators().resolve(request).getRecord();
    Record again = harness.operators().resolve(request).getRecord();

    assertThat(resolved.getState()).isEqualTo(State.STATE_SUCCEEDED);
    assertThat(resolved.getReferencesList()).containsExactly("O-501");
    assertThat(again).isEqualTo(resolved);
    var replay = harness.calls().begin(Requests.begin().build());
    assertThat(replay.getDecision()).isEqualTo(Decision.DECISION_REPLAY);
    assertThat(replay.getRecord().getResult().getPayload().toStringUtf8()).isEqualTo("O-501");
  }

  @Test
  void resolve_failedFinal_isFinalWithoutSayingSo() {
    Record doubt = inDoubt();
    var failure = Failure.newBuilder().setCode("never_paid").setMessage("no such payment");

    Record resolved =
        harness
            .operators()
            .resolve(OperatorRequests.resolve(doubt.getRevision()).setFailedFinal(failure).build())
            .getRecord();

    assertThat(resolved.getState()).isEqualTo(State.STATE_FAILED_FINAL);
    assertThat(resolved.getFailure().getKind()).isEqualTo(FailureKind.FAILURE_KIND_FINAL);
    assertThat(resolved.getFailure().getCode()).isEqualTo("never_paid");
    var other = OperatorRequests.resolve(resolved.getRevision()).build();
    assertThat(Told.by(() -> harness.operators().resolve(other)).reason())
        .isEqualTo("ALREADY_RESOLVED");
  }

  @Test
  void resolve_ofNoDoubt_isRefused() {
    Record claimed = claimed();
    var request = OperatorRequests.resolve(claimed.getRevision()).build();

    assertThat(Told.by(() -> harness.operators().resolve(request)).reason())
        .isEqualTo("NOT_IN_DOUBT");
  }

  @Test
  void forceExpire_ofAClaim_leavesItsDoubt() {
    Record claimed = claimed();

    Record expired =
        harness
            .operators()
            .forceExpire(OperatorRequests.forceExpire(claimed.getRevision()).build())
            .getRecord();

    assertThat(expired.getState()).isEqualTo(State.STATE_IN_DOUBT);
    assertThat(expired.getEvents(expired.getEventsCount() - 1).getKind())
        .isEqualTo(EventKind.EVENT_KIND_FORCE_EXPIRED);
  }

  @Test
  void redact_removesPayloadAndLabels() {
    Record before = succeeded();

    Record redacted =
        harness
            .operators()
            .redact(OperatorRequests.redact(before.getRevision()).build())
            .getRecord();

    assertThat(redacted.getResult().getPayload().isEmpty()).isTrue();
    assertThat(redacted.getResult().getPayloadOmitted())
        .isEqualTo(PayloadOmitted.PAYLOAD_OMITTED_REDACTED);
    assertThat(redacted.getResult().getPayloadDigest())
        .isEqualTo(before.getResult().getPayloadDigest());
    assertThat(redacted.getLabelsMap()).isEmpty();
  }

  @Test
  void redact_ofAHeldRecord_isRefused() {
    Record before = succeeded();
    Record held =
        harness.operators().hold(OperatorRequests.hold(before.getRevision()).build()).getRecord();

    Told told =
        Told.by(
            () -> harness.operators().redact(OperatorRequests.redact(held.getRevision()).build()));

    assertThat(told.reason()).isEqualTo("HELD");
    assertThat(harness.heard.reasons).hasToString("[HELD]");
  }
}
