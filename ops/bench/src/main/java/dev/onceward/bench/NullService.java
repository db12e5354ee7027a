package dev.onceward.bench;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.Decision;
import dev.onceward.v1.Event;
import dev.onceward.v1.EventKind;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.Record;
import dev.onceward.v1.State;
import io.grpc.stub.StreamObserver;

/**
 * A service that grants every Begin without looking: what the same messages cost when nothing is
 * decided or stored.
 */
final class NullService extends IdempotencyServiceGrpc.IdempotencyServiceImplBase {
  private static final long SECONDS = 1_800_000_000;
  private static final long VERSION = SECONDS * 1_000_000;
  private static final int LEASE_SECONDS = 15 * 60;

  /** As large as the answer of a real Begin. */
  private static final BeginResponse ANSWER =
      BeginResponse.newBuilder()
          .setDecision(Decision.DECISION_EXECUTE)
          .setRecord(record(new Requests("0000000000").newBegin()))
          .setLeaseRemaining(Duration.newBuilder().setSeconds(LEASE_SECONDS))
          .setPayloadBytesMax(256 * 1024)
          .build();

  private static Record record(BeginRequest begin) {
    return Record.newBuilder()
        .setTenant(begin.getTenant())
        .setKey(begin.getKey())
        .setOperation(begin.getOperation())
        .setState(State.STATE_PROCESSING)
        .setVersion(VERSION)
        .setRevision(1)
        .setAttempt(1)
        .setOwner(begin.getOwner())
        .setRequestDigest(begin.getRequestDigest())
        .setFirstSeen(at(SECONDS))
        .setClaimedAt(at(SECONDS))
        .setLeaseExpiresAt(at(SECONDS + LEASE_SECONDS))
        .setOnLeaseExpiry(LeaseExpiry.LEASE_EXPIRY_HOLD)
        .addEvents(
            Event.newBuilder()
                .setTime(at(SECONDS))
                .setKind(EventKind.EVENT_KIND_CLAIMED)
                .setVersion(VERSION)
                .setWho(begin.getOwner())
                .setServerId("null"))
        .build();
  }

  private static Timestamp at(long seconds) {
    return Timestamp.newBuilder().setSeconds(seconds).setNanos(123_000_000).build();
  }

  @Override
  public void begin(BeginRequest request, StreamObserver<BeginResponse> call) {
    call.onNext(ANSWER);
    call.onCompleted();
  }
}
