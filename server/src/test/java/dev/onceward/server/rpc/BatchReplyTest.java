package dev.onceward.server.rpc;

import static dev.onceward.server.rpc.Requests.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.v1.BatchResponse;
import dev.onceward.v1.BatchResult;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.CompleteResponse;
import dev.onceward.v1.Event;
import dev.onceward.v1.FailResponse;
import dev.onceward.v1.Failure;
import dev.onceward.v1.GetResponse;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.Record;
import dev.onceward.v1.RecordHold;
import dev.onceward.v1.RenewResponse;
import dev.onceward.v1.Result;
import dev.onceward.v1.RetainResponse;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class BatchReplyTest {
  private static final int SIZE = 1000;

  @Test
  void results_thatFit_areLeftAlone() {
    BatchResult[] results = {get(succeeded(SIZE)), get(failed(SIZE))};

    assertThat(BatchReply.of(results, 10 * SIZE).getResultsList()).containsExactly(results);
  }

  @Test
  void results_justFitting_areLeftAloneAndOneByteLessCuts() {
    BatchResult[] results = {get(succeeded(SIZE)), get(succeeded(SIZE))};
    int exact = BatchReply.of(results, Integer.MAX_VALUE).getSerializedSize();

    assertThat(BatchReply.of(results, exact).getResultsList()).containsExactly(results);
    assertThat(present(BatchReply.of(results, exact - 1))).containsExactly(SIZE, 0);
  }

  @Test
  void eventsAndHolds_areTheFirstToGo() {
    Record told =
        succeeded(SIZE).toBuilder()
            .addEvents(Event.newBuilder().setWhy("w".repeat(SIZE)))
            .addHolds(RecordHold.newBuilder().setEvidence("e".repeat(SIZE)))
            .build();
    BatchResult[] results = {get(told), get(succeeded(SIZE)), get(told)};

    BatchResponse response = BatchReply.of(results, 4 * SIZE);

    BatchResult plain = get(succeeded(SIZE));
    assertThat(response.getResultsList()).containsExactly(plain, plain, plain);
  }

  @Test
  void payload_thatDoesNotFit_makesRoomForSmallerOnes() {
    BatchResult[] results = {
      get(succeeded(SIZE)), get(succeeded(5 * SIZE)), get(succeeded(SIZE)), get(succeeded(0))
    };

    BatchResponse response = BatchReply.of(results, 3 * SIZE);

    assertThat(present(response)).containsExactly(SIZE, 0, SIZE, 0);
    assertThat(omitted(response))
        .containsExactly(
            PayloadOmitted.PAYLOAD_OMITTED_NONE,
            PayloadOmitted.PAYLOAD_OMITTED_ON_REQUEST,
            PayloadOmitted.PAYLOAD_OMITTED_NONE,
            PayloadOmitted.PAYLOAD_OMITTED_NONE);
    assertThat(response.getSerializedSize()).isLessThanOrEqualTo(3 * SIZE);
  }

  @Test
  void failures_haveRoomBeforeResults() {
    BatchResult[] results = {get(succeeded(SIZE)), get(failed(SIZE)), get(failed(5 * SIZE))};

    BatchResponse response = BatchReply.of(results, 2 * SIZE);

    assertThat(present(response)).containsExactly(0, 0, 0);
    assertThat(
            response.getResultsList().stream()
                .map(r -> r.getGet().getRecord().getFailure().getPayload().size()))
        .containsExactly(0, SIZE, 0);
    assertThat(response.getResults(0).getGet().getRecord().getResult().getPayloadOmitted())
        .isEqualTo(PayloadOmitted.PAYLOAD_OMITTED_ON_REQUEST);
  }

  /** A failure cannot say that its payload is missing, and an empty one would be taken for it. */
  @Test
  void failureThatDoesNotFit_isNoAnswer() {
    BatchResult[] results = {get(failed(SIZE)), get(failed(5 * SIZE))};

    BatchResponse response = BatchReply.of(results, 2 * SIZE);

    assertThat(response.getResults(0)).isEqualTo(results[0]);
    assertThat(response.getResults(1).getError().getCode())
        .isEqualTo(io.grpc.Status.Code.UNAVAILABLE.value());
    assertThat(response.getResults(1).getError().getMessage()).contains("by itself");
  }

  @Test
  void everyKindOfResult_canBeCut() {
    Record record = succeeded(SIZE);
    List<BatchResult.Builder> kinds =
        List.of(
            result().setBegin(BeginResponse.newBuilder().setRecord(record)),
            result().setComplete(CompleteResponse.newBuilder().setRecord(record)),
            result().setFail(FailResponse.newBuilder().setRecord(record)),
            result().setRenew(RenewResponse.newBuilder().setRecord(record)),
            result().setGet(GetResponse.newBuilder().setRecord(record)),
            result().setRetain(RetainResponse.newBuilder().setRecord(record)));
    Record cut =
        record.toBuilder()
            .setResult(
                record.getResult().toBuilder()
                    .clearPayload()
                    .setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_ON_REQUEST))
            .build();

    BatchResponse response =
        BatchReply.of(
            kinds.stream().map(BatchResult.Builder::build).toArray(BatchResult[]::new), SIZE / 2);

    assertThat(
            response.getResultsList().stream()
                .flatMap(r -> r.getAllFields().values().stream())
                .map(
                    message ->
                        ((com.google.protobuf.Message) message)
                            .getAllFields()
                            .values()
                            .iterator()
                            .next()))
        .hasSize(6)
        .allMatch(cut::equals);
  }

  @Test
  void recordsAtAllLimits_withoutPayloads_alwaysFit() {
    Record.Builder record =
        Record.newBuilder()
            .setTenant("t".repeat(64))
            .setKey("k".repeat(512))
            .setOperation("o".repeat(128))
            .setVersion(Long.MAX_VALUE)
            .setRevision(Long.MAX_VALUE)
            .setAttempt(Integer.MAX_VALUE)
            .setOwner("o".repeat(128))
            .setRequestDigest(bytes(64))
            .setResult(
                Result.newBuilder()
                    .setPayload(bytes(256 * 1024))
                    .setContentType("c".repeat(128))
                    .setPayloadDigest(bytes(64)))
            .setFailure(
                Failure.newBuilder()
                    .setCode("c".repeat(64))
                    .setMessage("m".repeat(1024))
                    .setContentType("c".repeat(128)));
    IntStream.range(0, 16)
        .forEach(
            i -> record.addReferences("r".repeat(256)).putLabels("l" + (10 + i), "v".repeat(253)));
    BatchResult[] results =
        Stream.generate(() -> get(record.build())).limit(256).toArray(BatchResult[]::new);

    BatchResponse response = BatchReply.of(results, Limits.BATCH_REPLY);

    assertThat(response.getSerializedSize()).isLessThan(Limits.BATCH_REPLY);
    assertThat(response.getResultsCount()).isEqualTo(256);
  }

  private static BatchResult.Builder result() {
    return BatchResult.newBuilder();
  }

  private static BatchResult get(Record record) {
    return result().setGet(GetResponse.newBuilder().setRecord(record)).build();
  }

  private static Record succeeded(int size) {
    return Record.newBuilder()
        .setResult(
            Result.newBuilder()
                .setPayload(bytes(size))
                .setPayloadSize(size)
                .setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_NONE))
        .build();
  }

  private static Record failed(int size) {
    return Record.newBuilder().setFailure(Failure.newBuilder().setPayload(bytes(size))).build();
  }

  private static List<Integer> present(BatchResponse response) {
    return response.getResultsList().stream()
        .map(r -> r.getGet().getRecord().getResult().getPayload().size())
        .toList();
  }

  private static List<PayloadOmitted> omitted(BatchResponse response) {
    return response.getResultsList().stream()
        .map(r -> r.getGet().getRecord().getResult().getPayloadOmitted())
        .toList();
  }
}
