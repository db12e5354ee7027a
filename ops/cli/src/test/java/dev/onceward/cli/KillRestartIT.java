package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.util.Durations;
import dev.onceward.client.AttemptId;
import dev.onceward.client.Begun;
import dev.onceward.client.Claim;
import dev.onceward.client.Digests;
import dev.onceward.client.OncewardClient;
import dev.onceward.client.OncewardException;
import dev.onceward.client.RetrySettings;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.Decision;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.Record;
import dev.onceward.v1.Result;
import dev.onceward.v1.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Promise 2: what was acknowledged outlives kill -9 of the server in mid-load. */
final class KillRestartIT {
  private static final int ROUNDS = 4;
  private static final int WORKERS = 32;
  private static final String TENANT = "tickets";
  private static final ByteString DIGEST = Digests.sha256("U-7318", "S-204", "1");

  /** The longest there is, so that none ends while the test runs: that is another story. */
  private static final com.google.protobuf.Duration LEASE = Durations.fromMinutes(15);

  /** What a worker was told, in the order in which it was told it. */
  private record Acknowledged(String key, String attemptId, long version, boolean completed) {}

  private final Queue<Acknowledged> acknowledged = new ConcurrentLinkedQueue<>();

  @Test
  void kill_inMidLoad_everyAcknowledgedAnswerIsStillTrue(@TempDir Path directory) throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    System.out.println("kill -9 loop, seed " + seed);
    for (int round = 0; round < ROUNDS; round++) {
      try (ServerProcess server = ServerProcess.start("rocks:" + directory.resolve("store"))) {
        verifyAll(server);
        load(server, round, Duration.ofMillis(500 + random.nextInt(1_500)));
      }
    }
    try (ServerProcess server = ServerProcess.start("rocks:" + directory.resolve("store"))) {
      verifyAll(server);
      assertThat(server.terminate()).isZero();
    }
    System.out.println("kill -9 loop, acknowledged and verified: " + acknowledged.size());
    assertThat(acknowledged).hasSizeGreaterThan(ROUNDS * 100);
  }

  private static OncewardClient clientOf(ServerProcess server) {
    return OncewardClient.builder()
        .target(server.grpcAddress())
        .connections(4)
        .timeout(Duration.ofSeconds(5))
        .retry(RetrySettings.NEVER)
        .build();
  }

  private void load(ServerProcess server, int round, Duration untilKill) throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
    try (OncewardClient client = clientOf(server)) {
      List<Future<?>> running = new ArrayList<>();
      for (int worker = 0; worker < WORKERS; worker++) {
        String prefix = "K-" + round + "-" + worker + "-";
        running.add(workers.submit(() -> work(client, prefix)));
      }
      long killAt = System.nanoTime() + untilKill.toNanos();
      while (System.nanoTime() < killAt) {
        Thread.onSpinWait();
      }
      server.kill();
      for (Future<?> worker : running) {
        worker.get(60, TimeUnit.SECONDS);
      }
    } finally {
      workers.shutdownNow();
    }
  }

  /** Begins and completes one new key after the other until the server is gone. */
  private void work(OncewardClient client, String prefix) {
    try {
      for (int n = 0; n < 1_000_000; n++) {
        String key = prefix + n;
        String attemptId = AttemptId.random();
        Begun begun = client.blocking().begin(begin(key, attemptId));
        Claim claim = begun.claim().orElseThrow();
        acknowledged.add(new Acknowledged(key, attemptId, claim.version(), false));
        client.blocking().complete(claim.complete().setResult(resultOf(key)).build());
        acknowledged.add(new Acknowledged(key, attemptId, claim.version(), true));
      }
    } catch (OncewardException gone) {
      // The call that was under way may or may not have been stored; nothing was acknowledged.
    }
  }

  private static BeginRequest begin(String key, String attemptId) {
    return BeginRequest.newBuilder()
        .setTenant(TENANT)
        .setKey(key)
        .setOperation("order.confirm")
        .setRequestDigest(DIGEST)
        .setAttemptId(attemptId)
        .setLease(LEASE)
        .build();
  }

  private static Result.Builder resultOf(String key) {
    return Result.newBuilder().setPayload(ByteString.copyFromUtf8("order of " + key));
  }

  private void verifyAll(ServerProcess server) {
    try (OncewardClient client = clientOf(server)) {
      for (Acknowledged told : acknowledged) {
        verify(client, told);
      }
    }
  }

  private static void verify(OncewardClient client, Acknowledged told) {
    GetRequest get = GetRequest.newBuilder().setTenant(TENANT).setKey(told.key()).build();
    Record record = client.blocking().get(get).getRecord();
    assertThat(record.getVersion()).isEqualTo(told.version());
    if (told.completed()) {
      assertThat(record.getState()).isEqualTo(State.STATE_SUCCEEDED);
      assertThat(record.getResult().getPayload()).isEqualTo(resultOf(told.key()).getPayload());
      return;
    }
    Begun again = client.blocking().begin(begin(told.key(), told.attemptId()));
    assertThat(again.decision()).isIn(Decision.DECISION_EXECUTE, Decision.DECISION_REPLAY);
    assertThat(again.record().getVersion()).isEqualTo(told.version());
    assertThat(again.record().getAttempt()).isEqualTo(1);
  }
}
