package dev.onceward.server.rpc;

import static dev.onceward.server.rpc.Requests.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.Message;
import dev.onceward.server.lane.Ask;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Reason;
import dev.onceward.v1.BatchItem;
import dev.onceward.v1.BatchRequest;
import dev.onceward.v1.BatchResponse;
import dev.onceward.v1.BatchResult;
import dev.onceward.v1.Decision;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.Result;
import dev.onceward.v1.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BatchTest {
  private final MemoryAuthority authority = new MemoryAuthority();
  private final Harness harness;

  BatchTest() throws IOException {
    harness = new Harness(authority);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  private static BatchRequest batch(Message... requests) {
    List<BatchItem> items = Stream.of(requests).map(Requests::item).toList();
    return BatchRequest.newBuilder().addAllItems(items).build();
  }

  @Test
  void items_ofOneKey_areDecidedInListOrder() {
    BatchRequest request =
        batch(
            Requests.begin().build(),
            Requests.begin().setAttemptId("another-0123456789").build(),
            Requests.get().build(),
            Requests.retain().build());

    List<BatchResult> results = harness.calls().batch(request).getResultsList();

    assertThat(results.get(0).getBegin().getDecision()).isEqualTo(Decision.DECISION_EXECUTE);
    assertThat(results.get(1).getBegin().getDecision()).isEqualTo(Decision.DECISION_IN_PROGRESS);
    assertThat(results.get(2).getGet().getRecord().getState()).isEqualTo(State.STATE_PROCESSING);
    assertThat(results.get(3).hasRetain()).isTrue();
    assertThat(authority.asks().stream().map(Ask::command).map(Command::kind))
        .containsExactly(
            Command.Kind.BEGIN, Command.Kind.BEGIN, Command.Kind.GET, Command.Kind.RETAIN);
  }

  @Test
  void items_ofAllKinds_areAnsweredAsTheirCalls() {
    long version = harness.calls().begin(Requests.begin().build()).getRecord().getVersion();
    BatchRequest request =
        batch(
            Requests.renew(version).build(),
            Requests.fail(version, FailureKind.FAILURE_KIND_UNKNOWN).build(),
            Requests.complete(version).build(),
            Requests.fail(version, FailureKind.FAILURE_KIND_FINAL).build());

    List<BatchResult> results = harness.calls().batch(request).getResultsList();

    assertThat(results.get(0).getRenew().hasLeaseRemaining()).isTrue();
    assertThat(results.get(1).getFail().getRecord().getState()).isEqualTo(State.STATE_IN_DOUBT);
    assertThat(results.get(2).getComplete().getRecord().getState())
        .isEqualTo(State.STATE_SUCCEEDED);
    assertThat(Told.by(results.get(3).getError()).reason()).isEqualTo("ALREADY_SUCCEEDED");
  }

  @Test
  void items_refused_leaveTheOthersAlone() throws IOException {
    try (Harness other = new Harness(authority, Requests.TENANT::equals)) {
      BatchRequest request =
          batch(
              Requests.begin().clearKey().build(),
              Requests.begin().setTenant("theirs").build(),
              Requests.get().setKey("unknown").build(),
              Requests.begin().build());

      List<BatchResult> results = other.calls().batch(request).getResultsList();

      assertThat(Told.by(results.get(0).getError()).field()).isEqualTo("items[0].begin.key");
      assertThat(Told.by(results.get(1).getError()).reason()).isEqualTo("PERMISSION_DENIED");
      assertThat(Told.by(results.get(2).getError()).reason()).isEqualTo("NOT_FOUND");
      assertThat(results.get(3).getBegin().getDecision()).isEqualTo(Decision.DECISION_EXECUTE);
    }
  }

  @Test
  void results_thatComeInAnyOrder_standAtTheirItems() throws Exception {
    ScriptedAuthority scripted = new ScriptedAuthority();
    try (Harness other = new Harness(scripted)) {
      Message[] gets =
          IntStream.range(0, 5)
              .mapToObj(i -> Requests.get().setKey("K-" + i).build())
              .toArray(Message[]::new);
      ListenableFuture<BatchResponse> call = other.futures().batch(batch(gets));
      List<ScriptedAuthority.Asked> asked = new ArrayList<>();
      for (int i = 0; i < gets.length; i++) {
        asked.add(scripted.next());
      }
      Collections.reverse(asked);
      for (ScriptedAuthority.Asked one : asked) {
        String text = "there is no " + one.ask().command().key().key();
        one.answer().complete(new Answer.Refused(Reason.NOT_FOUND, text));
      }

      assertThat(call.get(10, TimeUnit.SECONDS).getResultsList())
          .extracting(result -> result.getError().getMessage())
          .containsExactly(
              "there is no K-0",
              "there is no K-1",
              "there is no K-2",
              "there is no K-3",
              "there is no K-4");
    }
  }

  @Test
  void items_ofACallThatHangsUp_areCancelledButForTheirEnds() throws Exception {
    ScriptedAuthority scripted = new ScriptedAuthority();
    try (Harness other = new Harness(scripted)) {
      ListenableFuture<?> call =
          other.futures().batch(batch(Requests.begin().build(), Requests.complete(7).build()));
      Ask begin = scripted.next().ask();
      Ask complete = scripted.next().ask();

      call.cancel(true);

      Eventually.isTrue(begin.cancelled());
      assertThat(complete.cancelled().getAsBoolean()).isFalse();
    }
  }

  @Test
  void reply_ofLargeResults_staysUnder3MiB() {
    for (int i = 0; i < 20; i++) {
      String key = "K-" + i;
      long version =
          harness.calls().begin(Requests.begin().setKey(key).build()).getRecord().getVersion();
      Result result = Result.newBuilder().setPayload(bytes(256 * 1024)).build();
      harness.calls().complete(Requests.complete(version).setKey(key).setResult(result).build());
    }
    Message[] gets =
        IntStream.range(0, 20)
            .mapToObj(i -> Requests.get().setKey("K-" + i).build())
            .toArray(Message[]::new);

    BatchResponse response = harness.calls().batch(batch(gets));

    assertThat(response.getSerializedSize()).isLessThanOrEqualTo(3 * 1024 * 1024);
    List<PayloadOmitted> omitted =
        response.getResultsList().stream()
            .map(r -> r.getGet().getRecord().getResult().getPayloadOmitted())
            .toList();
    assertThat(omitted.subList(0, 11)).containsOnly(PayloadOmitted.PAYLOAD_OMITTED_NONE);
    assertThat(omitted.subList(11, 20)).containsOnly(PayloadOmitted.PAYLOAD_OMITTED_ON_REQUEST);
    assertThat(response.getResults(19).getGet().getRecord().getResult().getPayloadSize())
        .isEqualTo(256 * 1024);
  }
}
