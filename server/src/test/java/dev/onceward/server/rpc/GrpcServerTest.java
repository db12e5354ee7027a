package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import dev.onceward.server.record.Answer;
import dev.onceward.v1.GetResponse;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.Result;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The port as it is, over loopback. */
final class GrpcServerTest {
  private final ScriptedAuthority authority = new ScriptedAuthority();
  private final Harness.Heard heard = new Harness.Heard();
  private final GrpcServer server;
  private final ManagedChannel channel;

  GrpcServerTest() throws IOException {
    Instruments instruments = new Instruments(System::nanoTime, new Defects(() -> "e-17"), heard);
    IdempotencyGrpc service = new IdempotencyGrpc(authority, () -> TenantAccess.ALL, instruments);
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server =
        GrpcServer.start(GrpcOptions.plain(loopback), List.of(service), List.of(), instruments);
    channel = NettyChannelBuilder.forAddress(server.address()).usePlaintext().build();
  }

  @AfterEach
  void stop() throws InterruptedException {
    channel.shutdownNow();
    server.drain(Duration.ZERO);
  }

  private IdempotencyServiceGrpc.IdempotencyServiceBlockingStub calls() {
    return IdempotencyServiceGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
  }

  @Test
  void message_overTheLimit_isRefusedCleanlyAndTheConnectionLives() {
    Result result = Result.newBuilder().setPayload(Requests.bytes(8 * 1024 * 1024)).build();

    Told told = Told.by(() -> calls().complete(Requests.complete(7).setResult(result).build()));

    assertThat(told.code()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(health().getStatus()).isEqualTo(ServingStatus.SERVING);
    assertThat(authority.isUnasked()).isTrue();
  }

  @Test
  void message_justUnderTheLimit_isRead() throws Exception {
    ByteString payload = Requests.bytes(8 * 1024 * 1024 - 1024);
    Result result = Result.newBuilder().setPayload(payload).build();
    ListenableFuture<?> call =
        IdempotencyServiceGrpc.newFutureStub(channel)
            .complete(Requests.complete(7).setResult(result).build());

    authority.next().answer().complete(new Answer.Known(Records.succeeded(Records.PAYLOAD)));

    assertThat(call.get(10, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void health_ofServerAndService_isServing() {
    assertThat(health().getStatus()).isEqualTo(ServingStatus.SERVING);
    assertThat(
            HealthGrpc.newBlockingStub(channel)
                .check(
                    HealthCheckRequest.newBuilder()
                        .setService("onceward.v1.IdempotencyService")
                        .build())
                .getStatus())
        .isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void reflection_listsAndDescribesTheService() throws InterruptedException {
    BlockingQueue<ServerReflectionResponse> responses = new LinkedBlockingQueue<>();
    StreamObserver<ServerReflectionRequest> requests =
        ServerReflectionGrpc.newStub(channel)
            .serverReflectionInfo(
                new StreamObserver<>() {
                  @Override
                  public void onNext(ServerReflectionResponse response) {
                    responses.add(response);
                  }

                  @Override
                  public void onError(Throwable thrown) {}

                  @Override
                  public void onCompleted() {}
                });
    requests.onNext(
        ServerReflectionRequest.newBuilder()
            .setFileContainingSymbol("onceward.v1.IdempotencyService")
            .build());

    ServerReflectionResponse response = responses.poll(10, TimeUnit.SECONDS);

    assertThat(response).isNotNull();
    assertThat(response.getFileDescriptorResponse().getFileDescriptorProtoCount()).isPositive();
    requests.onCompleted();
  }

  @Test
  void drain_withACallUnderWay_tellsHealthAndLetsItEnd() throws Exception {
    BlockingQueue<ServingStatus> statuses = watchHealth();
    assertThat(statuses.poll(10, TimeUnit.SECONDS)).isEqualTo(ServingStatus.SERVING);
    ListenableFuture<GetResponse> call =
        IdempotencyServiceGrpc.newFutureStub(channel).get(Requests.get().build());
    ScriptedAuthority.Asked asked = authority.next();

    CompletableFuture<Void> drained =
        CompletableFuture.runAsync(
            () -> {
              try {
                server.drain(Duration.ofSeconds(20));
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });

    assertThat(statuses.poll(10, TimeUnit.SECONDS)).isEqualTo(ServingStatus.NOT_SERVING);
    assertThat(drained).isNotDone();
    asked.answer().complete(new Answer.Known(Records.processing()));
    assertThat(call.get(10, TimeUnit.SECONDS).getRecord().getKey()).isEqualTo(Requests.KEY);
    // Health is still being watched, and no reason to stay.
    assertThat(drained).succeedsWithin(Duration.ofSeconds(10));
  }

  @Test
  void drain_withACallThatNeverEnds_cutsItOff() throws Exception {
    ListenableFuture<GetResponse> call =
        IdempotencyServiceGrpc.newFutureStub(channel).get(Requests.get().build());
    authority.next();

    server.drain(Duration.ofMillis(50));

    assertThat(call).failsWithin(Duration.ofSeconds(10));
  }

  private HealthCheckResponse health() {
    return HealthGrpc.newBlockingStub(channel).check(HealthCheckRequest.getDefaultInstance());
  }

  private BlockingQueue<ServingStatus> watchHealth() {
    BlockingQueue<ServingStatus> statuses = new LinkedBlockingQueue<>();
    HealthGrpc.newStub(channel)
        .watch(
            HealthCheckRequest.getDefaultInstance(),
            new StreamObserver<>() {
              @Override
              public void onNext(HealthCheckResponse response) {
                statuses.add(response.getStatus());
              }

              @Override
              public void onError(Throwable thrown) {}

              @Override
              public void onCompleted() {}
            });
    return statuses;
  }
}
