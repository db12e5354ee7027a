package dev.onceward.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.Decision;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.IdempotencyServiceGrpc.IdempotencyServiceFutureStub;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promise 1 where it is hardest: 64 strangers want one new key at once, half of them from one
 * server, half from another, over one store.
 */
final class TwoServersIT {
  private static final int ROUNDS = 1_000;
  private static final int CLIENTS = 64;

  @Test
  void begin_strangersOnTwoServersWantOneKey_exactlyOneExecutes(@TempDir Path directory)
      throws Exception {
    StoreSpec spec = StoreSpec.parse("rocks:" + directory.resolve("store"));
    ServerConfig config = ServerConfig.builder(spec).grpcPort(0).httpPort(0).build();
    try (KeyValueStore store = StoreOpener.open(spec, config.lanes())) {
      Server one = Server.start(config, store);
      Server other = Server.start(config, store);
      ManagedChannel toOne = channel(one);
      ManagedChannel toOther = channel(other);
      try {
        for (int round = 0; round < ROUNDS; round++) {
          play(round, List.of(stub(toOne), stub(toOther)));
        }
      } finally {
        toOne.shutdownNow();
        toOther.shutdownNow();
        one.drain();
        other.drain();
      }
    }
  }

  private static void play(int round, List<IdempotencyServiceFutureStub> servers) throws Exception {
    List<ListenableFuture<BeginResponse>> calls = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      calls.add(servers.get(client % servers.size()).begin(request(round, client)));
    }
    List<BeginResponse> answers = Futures.allAsList(calls).get(30, TimeUnit.SECONDS);
    assertThat(answers)
        .as("round %d", round)
        .filteredOn(answer -> answer.getDecision() == Decision.DECISION_EXECUTE)
        .hasSize(1);
    assertThat(answers)
        .as("round %d", round)
        .filteredOn(answer -> answer.getDecision() == Decision.DECISION_IN_PROGRESS)
        .hasSize(CLIENTS - 1);
    assertThat(answers)
        .extracting(answer -> answer.getRecord().getVersion())
        .containsOnly(answers.get(0).getRecord().getVersion());
  }

  private static BeginRequest request(int round, int client) {
    return BeginRequest.newBuilder()
        .setTenant("tickets")
        .setKey("K-" + round)
        .setOperation("order.confirm")
        .setRequestDigest(ByteString.copyFromUtf8("digest"))
        .setAttemptId("attempt-" + round + "-by-client-" + client)
        .build();
  }

  private static ManagedChannel channel(Server server) {
    return ManagedChannelBuilder.forTarget(server.grpcAddress()).usePlaintext().build();
  }

  private static IdempotencyServiceFutureStub stub(ManagedChannel channel) {
    return IdempotencyServiceGrpc.newFutureStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
  }
}
