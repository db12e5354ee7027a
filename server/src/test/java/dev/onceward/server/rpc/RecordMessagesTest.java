package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.PayloadOmitted;
import dev.onceward.v1.Event;
import dev.onceward.v1.EventKind;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.Record;
import dev.onceward.v1.RecordHold;
import dev.onceward.v1.Result;
import dev.onceward.v1.State;
import dev.onceward.v1.Tier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RecordMessagesTest {
  private static final List<String> ALWAYS =
      List.of(
          "tenant",
          "key",
          "operation",
          "state",
          "version",
          "revision",
          "attempt",
          "owner",
          "request_digest",
          "first_seen",
          "claimed_at",
          "on_lease_expiry",
          "labels",
          "references",
          "events");

  @Test
  void record_processing_hasItsLeaseAndThePreviousFailure() {
    Record message = RecordMessages.of(Records.processing(), true);

    assertSet(message, "lease_expires_at", "failure");
    assertThat(message.getState()).isEqualTo(State.STATE_PROCESSING);
    assertThat(message.getLeaseExpiresAt()).isEqualTo(TimeMessages.of(Records.LEASE_END));
    assertCommon(message);
  }

  @Test
  void record_succeeded_hasItsResult() {
    Record message = RecordMessages.of(Records.succeeded(Records.PAYLOAD), true);

    assertSet(message, "result", "finished_at", "tier", "tier_until");
    assertThat(message.getState()).isEqualTo(State.STATE_SUCCEEDED);
    assertThat(message.getFinishedAt()).isEqualTo(TimeMessages.of(Records.SINCE));
    assertThat(message.getTier()).isEqualTo(Tier.TIER_RETRY);
    assertThat(message.getTierUntil()).isEqualTo(TimeMessages.of(Records.TIER_END));
    assertThat(message.getResult())
        .isEqualTo(
            Result.newBuilder()
                .setPayload(ByteString.copyFromUtf8("O-501"))
                .setContentType("text/plain")
                .setPayloadDigest(ByteString.copyFrom(Records.PAYLOAD.digest().array()))
                .setPayloadSize(5)
                .setPayloadOmitted(dev.onceward.v1.PayloadOmitted.PAYLOAD_OMITTED_NONE)
                .build());
    assertCommon(message);
  }

  @Test
  void record_failedRetryable_tellsWhenItMayBeClaimed() {
    Record message = RecordMessages.of(Records.failedRetryable(), true);

    assertSet(message, "failure");
    assertThat(message.getState()).isEqualTo(State.STATE_FAILED_RETRYABLE);
    assertThat(message.getFailure().getRetryNotBefore())
        .isEqualTo(TimeMessages.of(Records.NOT_BEFORE));
    assertThat(message.getFailure().getKind()).isEqualTo(FailureKind.FAILURE_KIND_RETRYABLE);
    assertCommon(message);
  }

  @Test
  void record_failedFinal_hasItsFailureWhole() {
    Record message = RecordMessages.of(Records.failedFinal(), false);

    assertSet(message, "failure", "finished_at", "tier", "tier_until");
    assertThat(message.getState()).isEqualTo(State.STATE_FAILED_FINAL);
    assertThat(message.getFailure().getKind()).isEqualTo(FailureKind.FAILURE_KIND_FINAL);
    assertThat(message.getFailure().getCode()).isEqualTo("card_declined");
    assertThat(message.getFailure().getMessage()).isEqualTo("declined by issuer");
    assertThat(message.getFailure().getContentType()).isEqualTo("text/plain");
    // without_payload speaks of the result only.
    assertThat(message.getFailure().getPayload().toStringUtf8()).isEqualTo("O-501");
    assertCommon(message);
  }

  @Test
  void record_inDoubt_neverPromisesARetry() {
    Record message = RecordMessages.of(Records.inDoubt(), true);

    assertSet(message, "failure");
    assertThat(message.getState()).isEqualTo(State.STATE_IN_DOUBT);
    assertThat(message.getFailure().hasRetryNotBefore()).isFalse();
    assertCommon(message);
  }

  @ParameterizedTest
  @EnumSource(value = PayloadOmitted.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void result_omitted_keepsWhatIsKnownOfIt(PayloadOmitted why) {
    Result result = result(Records.PAYLOAD.without(why), true);

    assertThat(result.getPayload().isEmpty()).isTrue();
    assertThat(result.getPayloadSize()).isEqualTo(5);
    assertThat(result.getPayloadDigest().size()).isEqualTo(32);
    assertThat(result.getPayloadOmitted().name()).isEqualTo("PAYLOAD_OMITTED_" + why);
    // What is not stored cannot be asked for, so leaving it out changes nothing.
    assertThat(result(Records.PAYLOAD.without(why), false)).isEqualTo(result);
  }

  @Test
  void result_thatStandsElsewhere_isOnRequest() {
    Payload elsewhere =
        new Payload(null, "text/plain", Records.PAYLOAD.digest(), 5, PayloadOmitted.NONE);

    assertThat(result(elsewhere, true)).isEqualTo(result(Records.PAYLOAD, false));
    assertThat(result(elsewhere, true).getPayloadOmitted())
        .isEqualTo(dev.onceward.v1.PayloadOmitted.PAYLOAD_OMITTED_ON_REQUEST);
  }

  @Test
  void record_kept_tellsItsHoldsAndUntilWhenItIsRetained() {
    Record message = RecordMessages.of(Records.kept(), true);

    assertSet(message, "result", "finished_at", "tier", "holds", "retained_until");
    assertThat(message.getRetainedUntil()).isEqualTo(TimeMessages.of(Records.TIER_END));
    assertThat(message.getHoldsList())
        .containsExactly(
            RecordHold.newBuilder()
                .setName("case-7")
                .setUntil(TimeMessages.of(Records.TIER_END))
                .setWho("dana")
                .setEvidence("a complaint")
                .build(),
            RecordHold.newBuilder().setName("audit").setWho("lee").setEvidence("a sample").build());
  }

  @Test
  void record_brief_hasNothingThatOnlyOneNeeds() {
    Record succeeded = RecordMessages.brief(Records.kept());
    Record failed = RecordMessages.brief(Records.failedFinal());

    assertThat(succeeded.getEventsCount() + succeeded.getHoldsCount()).isZero();
    assertThat(succeeded.getResult().getPayload().isEmpty()).isTrue();
    assertThat(succeeded.getResult().getPayloadOmitted())
        .isEqualTo(dev.onceward.v1.PayloadOmitted.PAYLOAD_OMITTED_ON_REQUEST);
    assertThat(failed.getFailure().getPayload().isEmpty()).isTrue();
    assertThat(failed.getFailure().getCode()).isEqualTo("card_declined");
    assertThat(failed.getReferencesList()).containsExactly("O-501", "P-77");
  }

  private static Result result(Payload payload, boolean withPayload) {
    return RecordMessages.of(Records.succeeded(payload), withPayload).getResult();
  }

  private static void assertSet(Record message, String... further) {
    Stream<String> set = message.getAllFields().keySet().stream().map(FieldDescriptor::getName);

    assertThat(set)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(ALWAYS.stream(), Stream.of(further)).toList());
  }

  private static void assertCommon(Record message) {
    assertThat(message.getTenant()).isEqualTo("tickets");
    assertThat(message.getKey()).isEqualTo("K-8842");
    assertThat(message.getOperation()).isEqualTo("order.create");
    assertThat(message.getRequestDigest().toStringUtf8()).isEqualTo("digest");
    assertThat(message.getFirstSeen()).isEqualTo(TimeMessages.of(Records.FIRST_SEEN));
    assertThat(message.getClaimedAt()).isEqualTo(TimeMessages.of(Records.CLAIMED_AT));
    assertThat(message.getVersion()).isEqualTo(17);
    assertThat(message.getRevision()).isEqualTo(9);
    assertThat(message.getAttempt()).isEqualTo(2);
    assertThat(message.getOwner()).isEqualTo("orders/pod-1");
    assertThat(message.getOnLeaseExpiry()).isEqualTo(LeaseExpiry.LEASE_EXPIRY_HOLD);
    assertThat(message.getLabelsMap()).containsEntry("show", "S-204").hasSize(1);
    assertThat(message.getReferencesList()).containsExactly("O-501", "P-77");
    assertThat(message.getEventsList())
        .containsExactly(
            Event.newBuilder()
                .setTime(TimeMessages.of(Records.CLAIMED_AT))
                .setKind(EventKind.EVENT_KIND_CLAIMED)
                .setVersion(17)
                .setWho("orders/pod-1")
                .setServerId("s-1")
                .build());
    assertThat(message.toString()).doesNotContain("attempt-id");
  }
}
