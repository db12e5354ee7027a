package dev.onceward.server.store;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Claim;
import dev.onceward.server.record.Failure;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.Intent;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.PayloadOmitted;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Retention;
import dev.onceward.server.record.State;
import dev.onceward.server.store.proto.StoredFailure;
import dev.onceward.server.store.proto.StoredPayload;
import dev.onceward.server.store.proto.StoredRecord;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * A record row's value, to and fro. A row that decodes is a consistent record: {@link Record}
 * checks itself, and what it refuses is corrupt.
 */
final class RecordCodec {
  /** A longer payload stands in chunk rows, so that reading a record to decide costs little. */
  static final int INLINE_BYTES_MAX = 4 * 1024;

  /** A chunk row's value holds at most so many bytes. */
  static final int CHUNK_BYTES_MAX = 64 * 1024;

  /** Far more than any call can bring; only a damaged row asks for more. */
  private static final int CHUNKS_MAX = 1024;

  private RecordCodec() {}

  /** How many chunk rows hold so many bytes. */
  static int chunksOf(long size) {
    return Math.toIntExact((size + CHUNK_BYTES_MAX - 1) / CHUNK_BYTES_MAX);
  }

  static byte[] encode(StoredRow row) {
    Record record = row.record();
    Claim claim = record.claim();
    Intent intent = record.intent();
    StoredRecord.Builder out =
        StoredRecord.newBuilder()
            .setOperation(intent.operation())
            .setRequestDigest(wrap(intent.requestDigest()))
            .setFirstSeenMs(Moments.millis(intent.firstSeen()))
            .putAllLabels(intent.labels())
            .setState(Codes.STATE.code(record.state()))
            .setCause(Codes.CAUSE.code(record.cause()))
            .setStateSinceMs(Moments.millis(record.stateSince()))
            .setRevision(record.revision())
            .setVersion(claim.version())
            .setAttempt(claim.attempt())
            .setAttemptId(claim.attemptId())
            .setOwner(claim.owner())
            .setClaimedAtMs(Moments.millis(claim.claimedAt()))
            .setOnLeaseExpiry(Codes.LEASE_EXPIRY.code(claim.onLeaseExpiry()))
            .setTransactionId(row.transactionId())
            .setIndexedDueMs(Moments.millis(row.indexedDue()))
            .addAllReferences(record.references())
            .addAllSpentAttemptIds(record.spentAttemptIds());
    encodeOptional(row, out);
    return out.build().toByteArray();
  }

  private static void encodeOptional(StoredRow row, StoredRecord.Builder out) {
    Record record = row.record();
    Instant leaseExpiresAt = record.leaseExpiresAt();
    if (leaseExpiresAt != null) {
      out.setLeaseExpiresAtMs(Moments.millis(leaseExpiresAt));
    }
    Payload result = record.result();
    if (result != null) {
      out.setResult(encode(result, row.chunkCount()));
    }
    Failure failure = record.failure();
    if (failure != null) {
      out.setFailure(encode(failure, row.chunkCount()));
    }
    Retention retention = record.keeping().retention();
    if (retention != null) {
      out.setRetainUntilMs(Moments.millis(retention.until())).setRetainReason(retention.reason());
    }
    out.addAllHolds(KeepingCodec.holds(record.keeping()));
    Record.Kept kept = record.kept();
    if (kept != null) {
      out.setTier(Codes.TIER.code(kept.tier()));
      if (kept.until() != null) {
        out.setTierUntilMs(Moments.millis(kept.until()));
      }
    }
    EventCodec.encode(record.events(), record.claim(), out);
  }

  private static StoredPayload encode(Payload payload, int chunkCount) {
    if (payload.equals(Payload.EMPTY)) {
      return StoredPayload.getDefaultInstance();
    }
    StoredPayload.Builder out =
        StoredPayload.newBuilder()
            .setContentType(payload.contentType())
            .setDigest(wrap(payload.digest()))
            .setSize(payload.size())
            .setOmitted(Codes.PAYLOAD_OMITTED.code(payload.omitted()))
            .setChunkCount(chunkCount);
    Bytes bytes = payload.bytes();
    if (bytes != null && chunkCount == 0) {
      out.setInline(wrap(bytes));
    }
    return out.build();
  }

  private static StoredFailure encode(Failure failure, int chunkCount) {
    StoredFailure.Builder out =
        StoredFailure.newBuilder()
            .setKind(Codes.FAILURE_KIND.code(failure.kind()))
            .setCode(failure.code())
            .setMessage(failure.message())
            .setPayload(encode(failure.payload(), chunkCount));
    Instant retryNotBefore = failure.retryNotBefore();
    if (retryNotBefore != null) {
      out.setRetryNotBeforeMs(Moments.millis(retryNotBefore));
    }
    return out.build();
  }

  static StoredRow decode(RecordKey key, byte[] value) throws CorruptRecordException {
    try {
      StoredRecord in = StoredRecord.parseFrom(value);
      Record record = record(key, in);
      return new StoredRow(
          record,
          in.getTransactionId(),
          Moments.present(in.getIndexedDueMs()),
          chunkCount(record, in));
    } catch (InvalidProtocolBufferException
        | IllegalArgumentException
        | ArithmeticException
        | DateTimeException e) {
      throw new CorruptRecordException("not a consistent record: " + e.getMessage(), e);
    }
  }

  private static Record record(RecordKey key, StoredRecord in) throws CorruptRecordException {
    State state = Codes.STATE.value(in.getState());
    return new Record(
        key,
        new Intent(
            in.getOperation(),
            bytes(in.getRequestDigest()),
            Moments.present(in.getFirstSeenMs()),
            in.getLabelsMap()),
        state,
        Codes.CAUSE.value(in.getCause()),
        Moments.present(in.getStateSinceMs()),
        in.getRevision(),
        new Claim(
            in.getVersion(),
            in.getAttempt(),
            in.getAttemptId(),
            in.getOwner(),
            Moments.present(in.getClaimedAtMs()),
            Codes.LEASE_EXPIRY.value(in.getOnLeaseExpiry())),
        Moments.optional(in.getLeaseExpiresAtMs()),
        in.hasResult() ? payload(in.getResult()) : null,
        in.hasFailure() ? failure(in.getFailure()) : null,
        in.getReferencesList(),
        in.getSpentAttemptIdsList(),
        KeepingCodec.decode(in.getRetainUntilMs(), in.getRetainReason(), in.getHoldsList()),
        in.getTier() == 0
            ? null
            : new Record.Kept(
                Codes.TIER.value(in.getTier()), Moments.optional(in.getTierUntilMs())),
        EventCodec.decode(in));
  }

  private static Payload payload(StoredPayload in) throws CorruptRecordException {
    if (in.getDigest().isEmpty()) {
      return Payload.EMPTY;
    }
    PayloadOmitted omitted = Codes.PAYLOAD_OMITTED.value(in.getOmitted());
    boolean here = omitted == PayloadOmitted.NONE && in.getChunkCount() == 0;
    return new Payload(
        here ? bytes(in.getInline()) : null,
        in.getContentType(),
        bytes(in.getDigest()),
        in.getSize(),
        omitted);
  }

  private static Failure failure(StoredFailure in) throws CorruptRecordException {
    FailureKind kind = Codes.FAILURE_KIND.value(in.getKind());
    Instant retryNotBefore = Moments.optional(in.getRetryNotBeforeMs());
    return new Failure(
        kind, in.getCode(), in.getMessage(), payload(in.getPayload()), retryNotBefore);
  }

  private static int chunkCount(Record record, StoredRecord in) throws CorruptRecordException {
    int count =
        in.hasResult()
            ? in.getResult().getChunkCount()
            : in.getFailure().getPayload().getChunkCount();
    Payload payload = record.payload();
    int wanted = payload != null && payload.isElsewhere() ? chunksOf(payload.size()) : 0;
    if (count != wanted || count > CHUNKS_MAX) {
      throw new CorruptRecordException("chunk count " + count + " instead of " + wanted, null);
    }
    return count;
  }

  private static Bytes bytes(ByteString bytes) {
    return Bytes.wrap(bytes.toByteArray());
  }

  private static ByteString wrap(Bytes bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes.array());
  }
}
