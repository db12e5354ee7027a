package dev.onceward.server.rpc;

import static dev.onceward.server.rpc.Requests.bytes;
import static dev.onceward.server.rpc.Requests.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.onceward.v1.BatchItem;
import dev.onceward.v1.BatchRequest;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.Result;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Malformed calls, each refused for its field and never asked of the authority. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class BadInputTest {
  private final ScriptedAuthority authority = new ScriptedAuthority();
  private final Harness harness;

  BadInputTest() throws IOException {
    harness = new Harness(authority);
  }

  @AfterAll
  void stop() {
    harness.close();
  }

  static List<BadRequest> badRequests() {
    return BadRequest.all();
  }

  @ParameterizedTest
  @MethodSource("badRequests")
  void call_withOneBadField_isRefusedNamingIt(BadRequest bad) {
    Told told = Told.by(() -> Requests.send(harness.calls(), bad.request()));

    assertInvalid(told, bad.field());
    assertThat(told.message()).startsWith(bad.field() + " ");
    assertThat(authority.isUnasked()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("badRequests")
  void batchItem_withOneBadField_isRefusedAloneNamingItsPath(BadRequest bad) {
    BatchItem item = Requests.item(bad.request());
    BatchRequest batch =
        BatchRequest.newBuilder().addItems(BatchItem.getDefaultInstance()).addItems(item).build();

    Told told = Told.by(harness.calls().batch(batch).getResults(1).getError());

    String call = item.getItemCase().name().toLowerCase(Locale.ROOT);
    assertInvalid(told, "items[1]." + call + "." + bad.field());
    assertThat(authority.isUnasked()).isTrue();
  }

  private static void assertInvalid(Told told, String field) {
    assertThat(told.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(told.reason()).isEqualTo("INVALID_FIELD");
    assertThat(told.field()).isEqualTo(field);
    assertThat(told.fields()).containsExactly(field);
    assertThat(told.next()).isEmpty();
    assertThat(told.retryMillis()).isEqualTo(Told.NO_RETRY);
  }

  @Test
  void call_withManyBadFields_isToldAllOfThem() {
    BeginRequest request =
        Requests.begin()
            .clearTenant()
            .setOwner("o".repeat(200))
            .setLease(seconds(0))
            .addAlternateDigests(bytes(0))
            .build();

    Told told = Told.by(() -> harness.calls().begin(request));

    assertThat(told.fields())
        .containsExactlyInAnyOrder("tenant", "owner", "lease", "alternate_digests[0]");
    assertThat(told.field()).isEqualTo("tenant");
    assertThat(told.message()).contains("3 more");
  }

  @Test
  void call_withEverythingWrong_isToldABoundedNumber() {
    BeginRequest.Builder request = BeginRequest.newBuilder().setWait(seconds(99));
    IntStream.range(0, 16).forEach(i -> request.putLabels("l" + i, "v".repeat(300)));
    String[] bad = Stream.generate(() -> "").limit(16).toArray(String[]::new);
    BatchRequest.Builder batch = BatchRequest.newBuilder();
    IntStream.range(0, 256).forEach(i -> batch.addItems(Requests.item(request.build())));

    assertThat(Told.by(() -> harness.calls().begin(request.build())).fields())
        .hasSizeBetween(20, 32);
    assertThat(
            Told.by(
                    () ->
                        harness
                            .calls()
                            .complete(Requests.complete(0).addAllReferences(List.of(bad)).build()))
                .fields())
        .hasSize(17);
    assertThat(harness.calls().batch(batch.build()).getSerializedSize())
        .isLessThan(Limits.BATCH_REPLY);
  }

  @Test
  void batch_withoutItems_isRefusedAsAWhole() {
    assertInvalid(Told.by(() -> harness.calls().batch(BatchRequest.getDefaultInstance())), "items");
  }

  @Test
  void batch_withTooManyItems_isRefusedAsAWhole() {
    BatchRequest.Builder batch = BatchRequest.newBuilder();
    IntStream.range(0, 257).forEach(i -> batch.addItems(Requests.item(Requests.get().build())));

    assertInvalid(Told.by(() -> harness.calls().batch(batch.build())), "items");
    assertThat(authority.isUnasked()).isTrue();
  }

  @Test
  void batchItem_withoutCall_isRefusedAlone() {
    BatchRequest batch = BatchRequest.newBuilder().addItems(BatchItem.getDefaultInstance()).build();

    assertInvalid(Told.by(harness.calls().batch(batch).getResults(0).getError()), "items[0]");
  }

  @Test
  void batchItem_thatWaits_isRefused() {
    BatchRequest batch =
        BatchRequest.newBuilder()
            .addItems(Requests.item(Requests.begin().setWait(seconds(1)).build()))
            .addItems(Requests.item(Requests.get().setWait(seconds(1)).build()))
            .build();

    var results = harness.calls().batch(batch).getResultsList();

    assertInvalid(Told.by(results.get(0).getError()), "items[0].begin.wait");
    assertInvalid(Told.by(results.get(1).getError()), "items[1].get.wait");
  }

  static List<Message> requestsAtTheirLimits() {
    BeginRequest.Builder begin =
        Requests.begin()
            .setTenant("t".repeat(64))
            .setKey("\uD83C\uDFAB".repeat(128))
            .setOperation("\u00e9".repeat(64))
            .setRequestDigest(bytes(64))
            .addAlternateDigests(bytes(1))
            .addAlternateDigests(bytes(64))
            .addAlternateDigests(bytes(64))
            .setAttemptId("a".repeat(64))
            .setOwner("o".repeat(128))
            .setLease(seconds(900))
            .setWait(seconds(60))
            .setExpectedVersion(Long.MAX_VALUE);
    IntStream.range(0, 16).forEach(i -> begin.putLabels("l" + (10 + i), "v".repeat(253)));
    Result.Builder result =
        Result.newBuilder()
            .setContentType("c".repeat(128))
            .setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_BY_CALLER)
            .setPayloadDigest(bytes(64))
            .setPayloadSize(Long.MAX_VALUE);
    List<String> references = IntStream.range(0, 16).mapToObj(i -> "r".repeat(256)).toList();
    var fail = Requests.fail(Long.MAX_VALUE, FailureKind.FAILURE_KIND_RETRYABLE);
    fail.setRetryAfter(seconds(7 * 86_400))
        .getFailureBuilder()
        .setCode("c".repeat(64))
        .setMessage("m".repeat(1024))
        .setContentType("c".repeat(128))
        .setPayload(bytes(256 * 1024));
    return List.of(
        begin.build(),
        Requests.begin().setLease(seconds(1)).setWait(seconds(0)).build(),
        Requests.complete(1).setResult(result).addAllReferences(references).build(),
        Requests.complete(1).clearAttemptId().clearResult().build(),
        fail.build(),
        Requests.fail(1, FailureKind.FAILURE_KIND_FINAL).setRetryAfter(seconds(0)).build(),
        Requests.renew(1).addAllReferences(references).build(),
        Requests.get().setOperation("o".repeat(128)).setRequestDigest(bytes(64)).build(),
        Requests.retain().setReason("r".repeat(1024)).build());
  }

  @ParameterizedTest
  @MethodSource("requestsAtTheirLimits")
  void call_atItsLimits_isAsked(Message request) throws IOException {
    try (Harness other = new Harness(new MemoryAuthority())) {
      try {
        Requests.send(other.calls(), request);
      } catch (StatusRuntimeException refused) {
        assertThat(Told.by(refused).reason()).isEqualTo("NOT_FOUND");
      }
    }
  }
}
