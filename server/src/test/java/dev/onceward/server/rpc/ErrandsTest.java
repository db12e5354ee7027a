package dev.onceward.server.rpc;

import static dev.onceward.server.rpc.Requests.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Reason;
import dev.onceward.v1.AfterArchive;
import dev.onceward.v1.Decision;
import dev.onceward.v1.FreezeOrder;
import dev.onceward.v1.GetPolicyResponse;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.Policy;
import dev.onceward.v1.PutPolicyResponse;
import io.grpc.Status;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Operators' calls about a tenant, and what becomes of calls that fail. */
final class ErrandsTest {
  private static final Policy DEFAULTS =
      Policy.newBuilder()
          .setRetryWindow(seconds(86_400))
          .setReplayWindow(seconds(14 * 86_400))
          .setDisputeWindow(seconds(180 * 86_400))
          .setArchiveWindow(seconds(730 * 86_400))
          .setOnLeaseExpiry(LeaseExpiry.LEASE_EXPIRY_HOLD)
          .setDefaultLease(seconds(30))
          .setLongestLease(seconds(900))
          .setBackOff(seconds(0))
          .setLongestClientRetry(seconds(0))
          .setQueueRetention(seconds(0))
          .setDeadLetterReplay(seconds(0))
          .setAfterArchive(AfterArchive.AFTER_ARCHIVE_REFUSE)
          .build();

  private final MemoryAuthority authority = new MemoryAuthority();
  private final MemoryOperations operations = new MemoryOperations(authority);
  private final Harness harness;

  ErrandsTest() throws IOException {
    harness = new Harness(authority, TenantAccess.ALL, operations, Caller.LOCAL);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  @Test
  void getPolicy_ofATenantWithoutOne_tellsTheDefaults() {
    GetPolicyResponse response =
        harness.operators().getPolicy(OperatorRequests.getPolicy().build());

    assertThat(response).isEqualTo(GetPolicyResponse.newBuilder().setPolicy(DEFAULTS).build());
  }

  @Test
  void putPolicy_withAbsentFields_hasTheirDefaults() {
    Policy given =
        Policy.newBuilder()
            .setReplayWindow(seconds(30 * 86_400))
            .setArchiveForever(true)
            .setMaxAttempts(5)
            .setRetryByVersion(true)
            .setDeadLetterReplay(seconds(7 * 86_400))
            .setAfterArchive(AfterArchive.AFTER_ARCHIVE_ADMIT)
            .build();

    PutPolicyResponse response =
        harness.operators().putPolicy(OperatorRequests.putPolicy().setPolicy(given).build());

    assertThat(response.getPolicy())
        .isEqualTo(DEFAULTS.toBuilder().clearArchiveWindow().mergeFrom(given).build());
    assertThat(response.getRevision()).isEqualTo(1);
    GetPolicyResponse got = harness.operators().getPolicy(OperatorRequests.getPolicy().build());
    assertThat(got.getPolicy()).isEqualTo(response.getPolicy());
    assertThat(got.getRevision()).isEqualTo(1);
  }

  @Test
  void putPolicy_ofWhatItAnswered_changesNothing() {
    var first = OperatorRequests.putPolicy().setExpectedRevision(0).build();
    PutPolicyResponse response = harness.operators().putPolicy(first);

    var second = OperatorRequests.putPolicy().setPolicy(response.getPolicy()).build();

    assertThat(harness.operators().putPolicy(second)).isEqualTo(response);
    // A resend of the first, which had come through.
    assertThat(harness.operators().putPolicy(first)).isEqualTo(response);
  }

  @Test
  void putPolicy_ofAnOlderRevision_isStale() {
    harness.operators().putPolicy(OperatorRequests.putPolicy().build());
    var other =
        OperatorRequests.putPolicy()
            .setPolicy(Policy.newBuilder().setMaxAttempts(3))
            .setExpectedRevision(0);

    Told told = Told.by(() -> harness.operators().putPolicy(other.build()));

    assertThat(told.reason()).isEqualTo("STALE_CLAIM");
    assertThat(told.metadata()).containsEntry("current_revision", "1");
    assertThat(told.next()).isEmpty();
  }

  @Test
  void putPolicy_ofLengthsWithNanos_roundsThemUp() {
    var window = com.google.protobuf.Duration.newBuilder().setSeconds(5).setNanos(1);
    Policy given = Policy.newBuilder().setRetryWindow(window).build();

    PutPolicyResponse response =
        harness.operators().putPolicy(OperatorRequests.putPolicy().setPolicy(given).build());

    assertThat(response.getPolicy().getRetryWindow())
        .isEqualTo(TimeMessages.of(Duration.ofMillis(5_001)));
  }

  @Test
  void freeze_ofATenant_stopsNewWorkAndIsTold() {
    var response = harness.operators().freeze(OperatorRequests.freeze().build());

    assertThat(response.getFreezesList())
        .containsExactly(
            FreezeOrder.newBuilder()
                .setSince(TimeMessages.of(Instant.parse("2026-03-01T20:14:00Z")))
                .setWho("dana")
                .setEvidence("ticket OPS-12")
                .build());
    assertThat(Told.by(() -> harness.calls().begin(Requests.begin().build())).reason())
        .isEqualTo("FROZEN");
    assertThat(harness.operators().freeze(OperatorRequests.freeze().build())).isEqualTo(response);
    assertThat(harness.operators().getPolicy(OperatorRequests.getPolicy().build()).getFreezesList())
        .isEqualTo(response.getFreezesList());
  }

  @Test
  void unfreeze_ofSomePrefixes_leavesTheOthers() {
    harness
        .operators()
        .freeze(OperatorRequests.freeze().addKeyPrefixes("K-").addKeyPrefixes("L-").build());

    var response =
        harness
            .operators()
            .unfreeze(OperatorRequests.unfreeze().addKeyPrefixes("K-").addKeyPrefixes("M").build());

    assertThat(response.getFreezesList().stream().map(FreezeOrder::getKeyPrefix))
        .containsExactly("L-");
    assertThat(harness.calls().begin(Requests.begin().build()).getDecision())
        .isEqualTo(Decision.DECISION_EXECUTE);
  }

  @Test
  void freeze_ofTooManyPrefixesInAll_isRefused() {
    for (int i = 0; i < 64; i++) {
      harness.operators().freeze(OperatorRequests.freeze().addKeyPrefixes("p" + i).build());
    }

    Told told =
        Told.by(
            () ->
                harness.operators().freeze(OperatorRequests.freeze().addKeyPrefixes("q").build()));

    assertThat(told.reason()).isEqualTo("INVALID_FIELD");
    assertThat(told.field()).isEqualTo("key_prefixes");
  }

  @Test
  void call_mayLastAsLongAsItsCallerListens() {
    harness
        .operators()
        .withDeadlineAfter(5, TimeUnit.SECONDS)
        .getPolicy(OperatorRequests.getPolicy().build());

    assertThat(operations.limits.get(0))
        .isLessThanOrEqualTo(Duration.ofMillis(4_800))
        .isGreaterThan(Duration.ofSeconds(2));
  }

  @Test
  void call_thatIsRefused_tellsTheReason() throws IOException {
    var refused = new Answer.Refused(Reason.STORE_UNAVAILABLE, "the store did not answer in time");

    Told told = toldBy(new CompletionException(new Operations.RefusedException(refused)));

    assertThat(told.code()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(told.reason()).isEqualTo("STORE_UNAVAILABLE");
    assertThat(told.next()).isEqualTo("SAME_CALL");
  }

  @Test
  void call_thatBreaks_isADefectWithAnId() throws IOException {
    Told told = toldBy(new IllegalStateException("secret"));

    assertThat(told.code()).isEqualTo(Status.Code.INTERNAL);
    assertThat(told.message()).doesNotContain("secret");
    assertThat(told.metadata()).containsEntry("error_id", Harness.ERROR_ID);
  }

  /** What a caller is told if every operation fails. */
  private Told toldBy(Throwable thrown) throws IOException {
    Operations failing =
        (Operations)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Operations.class},
                (proxy, method, args) -> CompletableFuture.failedFuture(thrown));
    try (Harness other = new Harness(authority, TenantAccess.ALL, failing, Caller.LOCAL)) {
      return Told.by(() -> other.operators().countStates(OperatorRequests.count().build()));
    }
  }
}
