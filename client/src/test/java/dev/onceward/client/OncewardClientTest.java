package dev.onceward.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Duration;
import dev.onceward.client.ScriptedServer.Call;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.CompleteResponse;
import dev.onceward.v1.Decision;
import dev.onceward.v1.ErrorReason;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.NextStep;
import dev.onceward.v1.Record;
import dev.onceward.v1.RenewResponse;
import dev.onceward.v1.RetainRequest;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.stub.ServerCallStreamObserver;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class OncewardClientTest {
  private static final BeginRequest BEGIN =
      BeginRequest.newBuilder()
          .setTenant("t")
          .setKey("K-1")
          .setAttemptId("0123456789abcdef")
          .build();
  private static final BeginResponse EXECUTE =
      BeginResponse.newBuilder()
          .setDecision(Decision.DECISION_EXECUTE)
          .setRecord(Record.newBuilder().setVersion(7))
          .setLeaseRemaining(Duration.newBuilder().setSeconds(30))
          .build();
  private final Throwable unavailable = Status.UNAVAILABLE.asRuntimeException();

  private ScriptedServer server;
  private ScriptedService service;

  @BeforeEach
  void start() throws IOException {
    server = new ScriptedServer();
    service = server.service;
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private OncewardClientBuilder connect() {
    return OncewardClient.builder().target(server.target());
  }

  @Test
  void begin_unavailableTwice_isSentAgainUnchanged() {
    service.begin.refusesFirst(2, unavailable, EXECUTE);
    try (OncewardClient client = connect().build()) {
      assertThat(client.blocking().begin(BEGIN).decision()).isEqualTo(Decision.DECISION_EXECUTE);
    }

    assertThat(service.begin.requests).containsExactly(BEGIN, BEGIN, BEGIN);
  }

  @Test
  void begin_unavailableForLong_isRefusedAfterTheLastSend() {
    service.begin.refuses(
        Refused.by(
            Code.UNAVAILABLE, "queue is full", Refused.info("OVERLOADED", "SAME_CALL", Map.of())));
    try (OncewardClient client = connect().build()) {
      OncewardException refused =
          catchThrowableOfType(OncewardException.class, () -> client.blocking().begin(BEGIN));

      assertThat(refused.reason()).isEqualTo(ErrorReason.ERROR_REASON_OVERLOADED);
      assertThat(refused.nextStep()).isEqualTo(NextStep.NEXT_STEP_SAME_CALL);
    }
    assertThat(service.begin.requests).hasSize(4);
  }

  @Test
  void begin_retryNever_isSentOnce() {
    service.begin.refuses(unavailable);
    try (OncewardClient client = connect().retry(RetrySettings.NEVER).build()) {
      assertThatThrownBy(() -> client.blocking().begin(BEGIN))
          .isInstanceOf(OncewardException.class);
    }

    assertThat(service.begin.requests).hasSize(1);
  }

  @Test
  void complete_unavailableOnce_isSentAgain() {
    CompleteRequest request = CompleteRequest.newBuilder().setKey("K-1").setVersion(7).build();
    service.complete.refusesFirst(1, unavailable, CompleteResponse.getDefaultInstance());
    try (OncewardClient client = connect().build()) {
      client.blocking().complete(request);
    }

    assertThat(service.complete.requests).containsExactly(request, request);
  }

  @Test
  void begin_hedgedAndFirstCopyStuck_answersTheSecondCopyOfTheSameAttempt() {
    service.begin.does(
        (request, answer) -> {
          if (service.begin.requests.size() > 1) {
            ScriptedService.Script.answer(answer, EXECUTE);
          }
        });
    HedgingSettings hedging = new HedgingSettings(2, java.time.Duration.ofMillis(5));
    try (OncewardClient client = connect().hedging(hedging).build()) {
      assertThat(client.blocking().begin(BEGIN).claim()).isPresent();
    }

    assertThat(service.begin.requests).containsExactly(BEGIN, BEGIN);
  }

  @Test
  void complete_clientHedged_isRetriedNotHedged() {
    service.complete.refusesFirst(1, unavailable, CompleteResponse.getDefaultInstance());
    HedgingSettings hedging = new HedgingSettings(3, java.time.Duration.ofNanos(1));
    try (OncewardClient client = connect().hedging(hedging).build()) {
      client.blocking().complete(CompleteRequest.getDefaultInstance());
    }

    assertThat(service.complete.requests).hasSize(2);
  }

  @Test
  void begin_executed_countsLeaseFromBeforeItsSend() {
    AtomicLong nanos = new AtomicLong(-5);
    service.begin.does(
        (request, answer) -> {
          nanos.addAndGet(TimeUnit.SECONDS.toNanos(4)); // the answer is long under way
          ScriptedService.Script.answer(answer, EXECUTE);
        });
    try (OncewardClient client = connect().nanoTime(nanos::get).build()) {
      Claim claim = client.blocking().begin(BEGIN).claim().orElseThrow();

      assertThat(claim.version()).isEqualTo(7);
      assertThat(claim.attemptId()).isEqualTo(BEGIN.getAttemptId());
      assertThat(claim.deadline().remaining()).isEqualTo(java.time.Duration.ofSeconds(26));
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(26) - 1);
      assertThat(claim.deadline().isExpired()).isFalse();
      nanos.incrementAndGet();
      assertThat(claim.deadline().isExpired()).isTrue();
      assertThat(claim.deadline().remaining()).isZero();
    }
  }

  @Test
  void renew_answered_countsLeaseFromBeforeItsSend() {
    AtomicLong nanos = new AtomicLong();
    service.renew.does(
        (request, answer) -> {
          nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
          ScriptedService.Script.answer(
              answer,
              RenewResponse.newBuilder()
                  .setLeaseRemaining(Duration.newBuilder().setSeconds(10))
                  .build());
        });
    Claim claim =
        new Claim(
            "t",
            "K-1",
            7,
            "0123456789abcdef",
            ClaimDeadline.of(() -> 0, 0, java.time.Duration.ZERO));
    try (OncewardClient client = connect().nanoTime(nanos::get).build()) {
      assertThat(client.blocking().renew(claim.renew().build()).deadline().remaining())
          .isEqualTo(java.time.Duration.ofSeconds(9));
    }
    assertThat(service.renew.requests.get(0).getVersion()).isEqualTo(7);
  }

  @Test
  void begin_otherDecision_grantsNoClaim() {
    service.begin.answers(EXECUTE.toBuilder().setDecision(Decision.DECISION_IN_PROGRESS).build());
    try (OncewardClient client = connect().build()) {
      assertThat(client.blocking().begin(BEGIN).claim()).isEmpty();
    }
  }

  @Test
  void begin_withWait_deadlineIncludesIt() {
    try (OncewardClient client = connect().timeout(java.time.Duration.ofSeconds(7)).build()) {
      client.blocking().begin(BEGIN);
      client
          .blocking()
          .begin(BEGIN.toBuilder().setWait(Duration.newBuilder().setSeconds(20)).build());
      client
          .blocking()
          .get(GetRequest.newBuilder().setWait(Duration.newBuilder().setSeconds(900)).build());
      client
          .withTimeout(java.time.Duration.ofSeconds(3))
          .blocking()
          .get(GetRequest.newBuilder().setWait(Duration.newBuilder().setSeconds(-900)).build());
    }

    // Only upper bounds are certain; the time under way is not.
    assertThat(server.calls.stream().map(call -> call.timeLeft().toSeconds()))
        .satisfiesExactly(
            plain -> assertThat(plain).isBetween(3L, 7L),
            waiting -> assertThat(waiting).isBetween(21L, 27L),
            tooLong -> assertThat(tooLong).isBetween(62L, 67L),
            negative -> assertThat(negative).isBetween(0L, 3L));
  }

  @Test
  void calls_severalConnections_takeTurns() {
    try (OncewardClient client = connect().connections(3).build()) {
      IntStream.range(0, 9).forEach(i -> client.blocking().begin(BEGIN));
    }

    List<String> remotes = server.calls.stream().map(Call::remote).toList();
    assertThat(remotes.stream().distinct()).hasSize(3);
    assertThat(remotes.subList(3, 9)).isEqualTo(remotes.subList(0, 6));
  }

  @Test
  void calls_bearerToken_isAskedForEachCall() {
    AtomicLong turn = new AtomicLong();
    try (OncewardClient client =
        connect().bearerToken(() -> "secret-" + turn.incrementAndGet()).build()) {
      client.blocking().retain(RetainRequest.getDefaultInstance());
      client.blocking().retain(RetainRequest.getDefaultInstance());
    }

    assertThat(server.calls.stream().map(Call::authorization))
        .containsExactly("Bearer secret-1", "Bearer secret-2");
  }

  @Test
  void begin_futureCancelled_cancelsTheCall() throws InterruptedException {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    service.begin.does(
        (request, answer) -> {
          ((ServerCallStreamObserver<BeginResponse>) answer)
              .setOnCancelHandler(cancelled::countDown);
          arrived.countDown();
        });
    try (OncewardClient client = connect().build()) {
      CompletableFuture<Begun> begun = client.begin(BEGIN);
      assertThat(arrived.await(10, TimeUnit.SECONDS)).isTrue();

      begun.cancel(true);

      assertThat(cancelled.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void complete_inboundCallCancelled_isStillRecorded() {
    Context.CancellableContext inbound = Context.current().withCancellation();
    inbound.cancel(null);
    try (OncewardClient client = connect().build()) {
      inbound.run(
          () -> {
            assertThat(client.blocking().complete(CompleteRequest.getDefaultInstance()))
                .isNotNull();
            assertThatThrownBy(() -> client.blocking().begin(BEGIN))
                .isInstanceOfSatisfying(
                    OncewardException.class,
                    gone -> assertThat(gone.code()).isEqualTo(Code.CANCELLED));
          });
    }
  }

  @Test
  void blocking_interrupted_givesUpAndKeepsTheFlag() {
    service.begin.does((request, answer) -> {});
    try (OncewardClient client = connect().build()) {
      Thread.currentThread().interrupt();

      assertThatThrownBy(() -> client.blocking().begin(BEGIN))
          .isInstanceOf(OncewardException.class)
          .hasMessageContaining("interrupted");
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void begin_serverGone_isUnavailable() {
    OncewardClientBuilder settings = connect().retry(RetrySettings.NEVER);
    server.close();
    try (OncewardClient client = settings.build()) {
      assertThatThrownBy(() -> client.blocking().begin(BEGIN))
          .isInstanceOfSatisfying(
              OncewardException.class,
              gone -> {
                assertThat(gone.code()).isEqualTo(Code.UNAVAILABLE);
                assertThat(gone.nextStep()).isEqualTo(NextStep.NEXT_STEP_SAME_CALL);
              });
    }
  }
}
