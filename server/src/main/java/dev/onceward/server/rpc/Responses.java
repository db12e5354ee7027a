package dev.onceward.server.rpc;

import dev.onceward.server.record.Answer;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.CompleteResponse;
import dev.onceward.v1.FailResponse;
import dev.onceward.v1.ForceExpireResponse;
import dev.onceward.v1.GetResponse;
import dev.onceward.v1.HoldResponse;
import dev.onceward.v1.Record;
import dev.onceward.v1.RedactResponse;
import dev.onceward.v1.ReleaseHoldResponse;
import dev.onceward.v1.RenewResponse;
import dev.onceward.v1.ResolveResponse;
import dev.onceward.v1.RetainResponse;
import java.time.Duration;

/** Answers in the wire's words. Each takes the kind of answer that its call gets. */
final class Responses {
  private Responses() {}

  static BeginResponse begin(Answer answer, boolean withPayload) {
    Answer.Begun begun = (Answer.Begun) answer;
    BeginResponse.Builder response =
        BeginResponse.newBuilder()
            .setDecision(EnumMessages.of(begun.decision()))
            .setRecord(RecordMessages.of(begun.record(), withPayload))
            .setResumed(begun.resumed())
            .setPayloadBytesMax(Limits.PAYLOAD);
    Duration leaseRemaining = begun.leaseRemaining();
    if (leaseRemaining != null) {
      response.setLeaseRemaining(TimeMessages.of(leaseRemaining));
    }
    Duration retryAfter = begun.retryAfter();
    if (retryAfter != null) {
      response.setRetryAfter(TimeMessages.of(retryAfter));
    }
    return response.build();
  }

  static CompleteResponse complete(Answer answer, boolean withPayload) {
    return CompleteResponse.newBuilder().setRecord(known(answer, withPayload)).build();
  }

  static FailResponse fail(Answer answer, boolean withPayload) {
    return FailResponse.newBuilder().setRecord(known(answer, withPayload)).build();
  }

  static RenewResponse renew(Answer answer, boolean withPayload) {
    Answer.Renewed renewed = (Answer.Renewed) answer;
    return RenewResponse.newBuilder()
        .setRecord(RecordMessages.of(renewed.record(), withPayload))
        .setLeaseRemaining(TimeMessages.of(renewed.leaseRemaining()))
        .build();
  }

  static GetResponse get(Answer answer, boolean withPayload) {
    return GetResponse.newBuilder().setRecord(known(answer, withPayload)).build();
  }

  static RetainResponse retain(Answer answer, boolean withPayload) {
    return RetainResponse.newBuilder().setRecord(known(answer, withPayload)).build();
  }

  static HoldResponse hold(Answer answer, boolean withPayload) {
    return HoldResponse.newBuilder().setRecord(known(answer, withPayload)).build();
  }

  static ReleaseHoldResponse release(Answer answer, boolean withPayload) {
    return ReleaseHoldResponse.newBuilder().setRecord(known(answer, withPayload)).build();
  }

  static ResolveResponse resolve(Answer answer, boolean withPayload) {
    return ResolveResponse.newBuilder().setRecord(known(answer, withPayload)).build();
  }

  static ForceExpireResponse forceExpire(Answer answer, boolean withPayload) {
    return ForceExpireResponse.newBuilder().setRecord(known(answer, withPayload)).build();
  }

  static RedactResponse redact(Answer answer, boolean withPayload) {
    return RedactResponse.newBuilder().setRecord(known(answer, withPayload)).build();
  }

  private static Record known(Answer answer, boolean withPayload) {
    if (answer instanceof Answer.Filed filed) {
      return ArchivedMessages.of(filed.key(), filed.archived(), filed.until());
    }
    return RecordMessages.of(((Answer.Known) answer).record(), withPayload);
  }
}
