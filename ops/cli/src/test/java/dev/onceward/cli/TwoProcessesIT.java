package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.client.AttemptId;
import dev.onceward.client.Begun;
import dev.onceward.client.Digests;
import dev.onceward.client.OncewardClient;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Promise 1 across processes: strangers at two servers of one cluster want one new key. */
@EnabledIfEnvironmentVariable(
    named = "ONCEWARD_FDB_CLUSTER_FILE",
    matches = ".+",
    disabledReason = "two processes share a store only on FoundationDB, and no cluster is named")
final class TwoProcessesIT {
  private static final int ROUNDS = 1_000;
  private static final int CLIENTS = 64;

  @Test
  void begin_strangersAtTwoProcessesWantOneKey_exactlyOneExecutes() throws Exception {
    String store = "fdb:" + System.getenv("ONCEWARD_FDB_CLUSTER_FILE");
    String run = AttemptId.random();
    try (ServerProcess one = ServerProcess.start(store, "--root", "onceward-test");
        ServerProcess other = ServerProcess.start(store, "--root", "onceward-test");
        OncewardClient toOne = OncewardClient.builder().target(one.grpcAddress()).build();
        OncewardClient toOther = OncewardClient.builder().target(other.grpcAddress()).build()) {
      for (int round = 0; round < ROUNDS; round++) {
        play(run + "-" + round, List.of(toOne, toOther));
      }
    }
  }

  private static void play(String key, List<OncewardClient> servers) throws Exception {
    List<CompletableFuture<Begun>> calls = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      calls.add(servers.get(client % servers.size()).begin(request(key)));
    }
    List<Decision> decisions = new ArrayList<>();
    for (CompletableFuture<Begun> call : calls) {
      decisions.add(call.get(30, TimeUnit.SECONDS).decision());
    }
    assertThat(decisions)
        .as(key)
        .filteredOn(decision -> decision == Decision.DECISION_EXECUTE)
        .hasSize(1);
  }

  private static BeginRequest request(String key) {
    return BeginRequest.newBuilder()
        .setTenant("two-processes")
        .setKey(key)
        .setOperation("order.confirm")
        .setRequestDigest(Digests.sha256(key))
        .setAttemptId(AttemptId.random())
        .build();
  }
}
