package dev.onceward.server.rpc;

import com.google.protobuf.CodedOutputStream;
import dev.onceward.server.record.Reason;
import dev.onceward.v1.BatchResponse;
import dev.onceward.v1.BatchResult;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.Record;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A Batch's results cut to what one reply may hold.
 *
 * <p>The contract's limits make 256 results fit as long as their records' events, holds and
 * payloads stay away. Events and holds go first, from all of them: they are for people, and Get
 * tells them. Then payloads, as far as they must. Room goes to failures' payloads first, then to
 * results' in list order. A failure has no field to say that its payload is missing, so an item
 * whose failure does not fit is refused: sent by itself, the same call gets the whole answer.
 */
final class BatchReply {
  private final BatchResult[] results;
  private final boolean[] whole;
  private long room;

  private BatchReply(BatchResult[] results, long room) {
    this.results = results;
    this.whole = new boolean[results.length];
    this.room = room;
  }

  /** The results in one response of at most {@code bytesMax} bytes. */
  static BatchResponse of(BatchResult[] results, int bytesMax) {
    if (size(results) <= bytesMax) {
      return response(results);
    }
    BatchResult[] brief = Arrays.stream(results).map(BatchReply::brief).toArray(BatchResult[]::new);
    long total = size(brief);
    if (total <= bytesMax) {
      return response(brief);
    }
    long payloads = 0;
    for (BatchResult result : brief) {
      payloads += failurePayload(record(result)) + resultPayload(record(result));
    }
    return new BatchReply(brief, bytesMax - (total - payloads)).cut();
  }

  private static long size(BatchResult[] results) {
    long total = 0;
    for (BatchResult result : results) {
      total += CodedOutputStream.computeMessageSize(BatchResponse.RESULTS_FIELD_NUMBER, result);
    }
    return total;
  }

  private static BatchResult brief(BatchResult result) {
    if (record(result).getEventsCount() + record(result).getHoldsCount() == 0) {
      return result;
    }
    BatchResult.Builder copy = result.toBuilder();
    Record.Builder record = record(copy);
    if (record != null) {
      record.clearEvents().clearHolds();
    }
    return copy.build();
  }

  private BatchResponse cut() {
    for (int i = 0; i < results.length; i++) {
      int size = failurePayload(record(results[i]));
      whole[i] = size > 0 && take(size);
    }
    for (int i = 0; i < results.length; i++) {
      int size = resultPayload(record(results[i]));
      whole[i] |= size > 0 && take(size);
    }
    BatchResult[] fitting = new BatchResult[results.length];
    for (int i = 0; i < results.length; i++) {
      fitting[i] = whole[i] ? results[i] : reduced(results[i]);
    }
    return response(fitting);
  }

  private boolean take(int size) {
    if (size > room) {
      return false;
    }
    room -= size;
    return true;
  }

  private static BatchResponse response(BatchResult[] results) {
    BatchResponse.Builder response = BatchResponse.newBuilder();
    for (BatchResult result : results) {
      response.addResults(result);
    }
    return response.build();
  }

  private static int resultPayload(Record record) {
    return record.getResult().getPayload().size();
  }

  private static int failurePayload(Record record) {
    return record.getFailure().getPayload().size();
  }

  private static Record record(BatchResult result) {
    return switch (result.getResultCase()) {
      case BEGIN -> result.getBegin().getRecord();
      case COMPLETE -> result.getComplete().getRecord();
      case FAIL -> result.getFail().getRecord();
      case RENEW -> result.getRenew().getRecord();
      case GET -> result.getGet().getRecord();
      case RETAIN -> result.getRetain().getRecord();
      case ERROR, RESULT_NOT_SET -> Record.getDefaultInstance();
    };
  }

  private static Record.@Nullable Builder record(BatchResult.Builder result) {
    return switch (result.getResultCase()) {
      case BEGIN -> result.getBeginBuilder().getRecordBuilder();
      case COMPLETE -> result.getCompleteBuilder().getRecordBuilder();
      case FAIL -> result.getFailBuilder().getRecordBuilder();
      case RENEW -> result.getRenewBuilder().getRecordBuilder();
      case GET -> result.getGetBuilder().getRecordBuilder();
      case RETAIN -> result.getRetainBuilder().getRecordBuilder();
      case ERROR, RESULT_NOT_SET -> null;
    };
  }

  private static BatchResult reduced(BatchResult result) {
    if (failurePayload(record(result)) > 0) {
      Refusal refusal =
          Refusal.of(
              Reason.OUTCOME_UNKNOWN,
              "the item's failure does not fit into the reply: send this call by itself");
      return BatchResult.newBuilder().setError(Errors.status(refusal)).build();
    }
    BatchResult.Builder copy = result.toBuilder();
    Record.Builder record = record(copy);
    if (record != null && resultPayload(record(result)) > 0) {
      record
          .getResultBuilder()
          .clearPayload()
          .setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_ON_REQUEST);
    }
    return copy.build();
  }
}
