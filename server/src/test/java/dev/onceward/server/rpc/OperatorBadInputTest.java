package dev.onceward.server.rpc;

import static dev.onceward.server.rpc.Requests.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.onceward.v1.Failure;
import dev.onceward.v1.Policy;
import dev.onceward.v1.State;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operators' malformed calls, each refused for its field, and those that just pass. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OperatorBadInputTest {
  private final ScriptedAuthority authority = new ScriptedAuthority();
  private final MemoryOperations operations = new MemoryOperations(new MemoryAuthority());
  private final Harness harness;

  OperatorBadInputTest() throws IOException {
    harness = new Harness(authority, TenantAccess.ALL, operations, Caller.LOCAL);
  }

  @AfterAll
  void stop() {
    harness.close();
  }

  static List<BadRequest> badRequests() {
    return OperatorBadRequests.all();
  }

  @ParameterizedTest
  @MethodSource("badRequests")
  void call_withOneBadField_isRefusedNamingIt(BadRequest bad) {
    Told told = Told.by(() -> OperatorRequests.send(harness.operators(), bad.request()));

    assertThat(told.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(told.reason()).isEqualTo("INVALID_FIELD");
    assertThat(told.field()).isEqualTo(bad.field());
    assertThat(told.fields()).containsExactly(bad.field());
    assertThat(told.next()).isEmpty();
    assertThat(told.message()).startsWith(bad.field() + " ");
    assertThat(authority.isUnasked()).isTrue();
  }

  @Test
  void windowsOutOfOrder_areToldWithBothLengths() {
    var request =
        OperatorRequests.putPolicy()
            .setPolicy(
                Policy.newBuilder().setRetryWindow(seconds(86_400)).setReplayWindow(seconds(600)));

    Told told = Told.by(() -> harness.operators().putPolicy(request.build()));

    assertThat(told.message())
        .startsWith("policy.replay_window is 10m, shorter than retry_window 1d:");
  }

  @Test
  void lengthOutOfRange_isToldInPeoplesWords() {
    var request = Requests.begin().setLease(seconds(3_600));

    Told told = Told.by(() -> harness.calls().begin(request.build()));

    assertThat(told.message()).startsWith("lease is 1h, must be 1s to 15m:");
  }

  @Test
  void windowsThatDoNotCoverTheSources_areRefusedWithTheArithmetic() {
    var request =
        OperatorRequests.putPolicy()
            .setPolicy(
                Policy.newBuilder()
                    .setRetryWindow(seconds(300))
                    .setReplayWindow(seconds(600))
                    .setLongestClientRetry(seconds(301))
                    .setDeadLetterReplay(seconds(7 * 86_400)));

    Told told = Told.by(() -> harness.operators().putPolicy(request.build()));

    assertThat(told.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(told.reason()).isEqualTo("POLICY_UNCOVERED");
    assertThat(told.next()).isEmpty();
    assertThat(told.message())
        .contains("retry window 5m < longest client retry 5m1s")
        .contains("replay window 10m < dead-letter replay 7d");
  }

  static List<Message> requestsAtTheirLimits() {
    long century = 36_500L * 86_400;
    Policy.Builder policy =
        Policy.newBuilder()
            .setRetryWindow(seconds(1))
            .setReplayWindow(seconds(century))
            .setDisputeWindow(seconds(century))
            .setArchiveWindow(seconds(century))
            .setDefaultLease(seconds(900))
            .setLongestLease(seconds(900))
            .setMaxAttempts(Integer.MAX_VALUE)
            .setBackOff(seconds(7 * 86_400))
            .setLongestClientRetry(seconds(1))
            .setQueueRetention(seconds(century))
            .setDeadLetterReplay(seconds(century));
    String who = "w".repeat(128);
    String evidence = "e".repeat(1024);
    List<String> prefixes =
        IntStream.range(0, 64).mapToObj(i -> "p".repeat(510) + (10 + i)).toList();
    List<String> references =
        IntStream.range(0, 16).mapToObj(i -> "r".repeat(254) + (10 + i)).toList();
    return List.of(
        OperatorRequests.putPolicy().setPolicy(policy).setWho(who).setEvidence(evidence).build(),
        OperatorRequests.putPolicy().setExpectedRevision(0).build(),
        OperatorRequests.freeze().addAllKeyPrefixes(prefixes).build(),
        OperatorRequests.unfreeze().addAllKeyPrefixes(prefixes).build(),
        OperatorRequests.list(State.STATE_IN_DOUBT).clearTenant().setPageSize(200).build(),
        OperatorRequests.list(State.STATE_PROCESSING).setOlderThan(seconds(century)).build(),
        OperatorRequests.find("r".repeat(256)).setPageSize(1).build(),
        OperatorRequests.audit(MemoryOperations.BUCKETS - 1).build(),
        OperatorRequests.hold(Long.MAX_VALUE).setName("n".repeat(64)).setWho(who).build(),
        OperatorRequests.releaseHold().setExpectedRevision(1).setEvidence(evidence).build(),
        OperatorRequests.resolve(1)
            .setSucceeded(Requests.result("O-501"))
            .addAllReferences(references)
            .build(),
        OperatorRequests.resolve(1).setFailedFinal(Failure.getDefaultInstance()).build(),
        OperatorRequests.forceExpire(1).build(),
        OperatorRequests.redact(1).build());
  }

  @ParameterizedTest
  @MethodSource("requestsAtTheirLimits")
  void call_atItsLimits_passes(Message request) throws IOException {
    try (Harness other = new Harness(new MemoryAuthority(), Caller.LOCAL)) {
      try {
        OperatorRequests.send(other.operators(), request);
      } catch (StatusRuntimeException refused) {
        assertThat(Told.by(refused).reason()).isEqualTo("NOT_FOUND");
      }
    }
  }
}
