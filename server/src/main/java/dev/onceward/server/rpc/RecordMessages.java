package dev.onceward.server.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Claim;
import dev.onceward.server.record.Event;
import dev.onceward.server.record.Failure;
import dev.onceward.server.record.Intent;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.PayloadOmitted;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.State;
import dev.onceward.v1.Result;
import java.time.Instant;

/**
 * Records in the wire's words. The attempt id stays out: whoever knows it can complete the claim.
 */
final class RecordMessages {
  private RecordMessages() {}

  /**
   * The record as callers see it.
   *
   * @param withPayload whether the result's payload goes with it, where it is at hand
   */
  static dev.onceward.v1.Record of(Record record, boolean withPayload) {
    dev.onceward.v1.Record.Builder message =
        dev.onceward.v1.Record.newBuilder()
            .setTenant(record.key().tenant())
            .setKey(record.key().key())
            .setState(EnumMessages.of(record.state()))
            .setRevision(record.revision());
    intent(record.intent(), message);
    claim(record.claim(), message);
    end(record, message);
    Instant leaseExpiresAt = record.leaseExpiresAt();
    if (leaseExpiresAt != null) {
      message.setLeaseExpiresAt(TimeMessages.of(leaseExpiresAt));
    }
    Payload result = record.result();
    if (result != null) {
      message.setResult(result(result, withPayload));
    }
    Failure failure = record.failure();
    if (failure != null) {
      message.setFailure(failure(failure, record.state()));
    }
    if (!record.references().isEmpty()) {
      message.addAllReferences(record.references());
    }
    KeepingMessages.tell(record.keeping(), message);
    for (Event event : record.events()) {
      message.addEvents(of(event));
    }
    return message.build();
  }

  /**
   * The record for a list of many: without payloads, events and holds, so that a page of the
   * largest ones is still one message.
   */
  static dev.onceward.v1.Record brief(Record record) {
    dev.onceward.v1.Record.Builder message = of(record, false).toBuilder();
    if (message.hasFailure()) {
      message.getFailureBuilder().clearPayload();
    }
    return message.clearEvents().clearHolds().build();
  }

  private static void intent(Intent intent, dev.onceward.v1.Record.Builder message) {
    message
        .setOperation(intent.operation())
        .setRequestDigest(bytes(intent.requestDigest()))
        .setFirstSeen(TimeMessages.of(intent.firstSeen()));
    if (!intent.labels().isEmpty()) {
      message.putAllLabels(intent.labels());
    }
  }

  private static void claim(Claim claim, dev.onceward.v1.Record.Builder message) {
    message
        .setVersion(claim.version())
        .setAttempt(claim.attempt())
        .setOwner(claim.owner())
        .setClaimedAt(TimeMessages.of(claim.claimedAt()))
        .setOnLeaseExpiry(EnumMessages.of(claim.onLeaseExpiry()));
  }

  private static void end(Record record, dev.onceward.v1.Record.Builder message) {
    if (record.state().isFinal()) {
      message.setFinishedAt(TimeMessages.of(record.stateSince()));
    }
    Record.Kept kept = record.kept();
    if (kept != null) {
      message.setTier(EnumMessages.of(kept.tier()));
      if (kept.until() != null) {
        message.setTierUntil(TimeMessages.of(kept.until()));
      }
    }
  }

  private static Result result(Payload payload, boolean withPayload) {
    Result.Builder message =
        Result.newBuilder()
            .setContentType(payload.contentType())
            .setPayloadDigest(bytes(payload.digest()))
            .setPayloadSize(payload.size());
    Bytes present = payload.bytes();
    boolean kept = payload.omitted() == PayloadOmitted.NONE;
    if (kept && payload.size() > 0 && (present == null || !withPayload)) {
      return message
          .setPayloadOmitted(dev.onceward.v1.PayloadOmitted.PAYLOAD_OMITTED_ON_REQUEST)
          .build();
    }
    if (present != null) {
      message.setPayload(bytes(present));
    }
    return message.setPayloadOmitted(EnumMessages.of(payload.omitted())).build();
  }

  private static dev.onceward.v1.Failure failure(Failure failure, State state) {
    dev.onceward.v1.Failure.Builder message =
        dev.onceward.v1.Failure.newBuilder()
            .setKind(EnumMessages.of(failure.kind()))
            .setCode(failure.code())
            .setMessage(failure.message())
            .setContentType(failure.payload().contentType());
    Bytes present = failure.payload().bytes();
    if (present != null) {
      message.setPayload(bytes(present));
    }
    Instant retryNotBefore = failure.retryNotBefore();
    if (retryNotBefore != null && state == State.FAILED_RETRYABLE) {
      message.setRetryNotBefore(TimeMessages.of(retryNotBefore));
    }
    return message.build();
  }

  private static dev.onceward.v1.Event of(Event event) {
    return dev.onceward.v1.Event.newBuilder()
        .setTime(TimeMessages.of(event.time()))
        .setKind(EnumMessages.of(event.kind()))
        .setVersion(event.version())
        .setWho(event.who())
        .setWhy(event.why())
        .setServerId(event.server())
        .build();
  }

  /** The same bytes, not copied: both sides are immutable. */
  private static ByteString bytes(Bytes bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes.array());
  }
}
