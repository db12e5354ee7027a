package dev.onceward.server.rpc;

import dev.onceward.server.lane.Authority;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Reason;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.IdempotencyServiceGrpc.IdempotencyServiceBlockingStub;
import dev.onceward.v1.IdempotencyServiceGrpc.IdempotencyServiceFutureStub;
import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A server in this process, put together as the real one is, and a channel to it. */
final class Harness implements AutoCloseable {
  static final String ERROR_ID = "0123456789abcdef";

  final Heard heard = new Heard();
  final Instruments instruments =
      new Instruments(System::nanoTime, new Defects(() -> ERROR_ID), heard);
  private final Server server;
  private final ManagedChannel channel;

  /** Serves an authority to everybody. */
  Harness(Authority authority) throws IOException {
    this(authority, TenantAccess.ALL);
  }

  /** Serves an authority to a caller with this access. */
  Harness(Authority authority, TenantAccess access) throws IOException {
    BindableService service = new IdempotencyGrpc(authority, () -> access, instruments);
    String name = InProcessServerBuilder.generateName();
    InProcessServerBuilder builder = InProcessServerBuilder.forName(name);
    GrpcServer.assemble(builder, List.of(service), List.<ServerInterceptor>of(), instruments);
    server = builder.build().start();
    channel = InProcessChannelBuilder.forName(name).build();
  }

  ManagedChannel channel() {
    return channel;
  }

  IdempotencyServiceBlockingStub calls() {
    return IdempotencyServiceGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
  }

  IdempotencyServiceFutureStub futures() {
    return IdempotencyServiceGrpc.newFutureStub(channel);
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  /** Everything that the observer was told. */
  static final class Heard implements RpcObserver {
    final List<Decision> decisions = new CopyOnWriteArrayList<>();
    final List<Reason> reasons = new CopyOnWriteArrayList<>();
    final List<String> calls = new CopyOnWriteArrayList<>();

    @Override
    public void decided(Decision decision) {
      decisions.add(decision);
    }

    @Override
    public void refused(Reason reason) {
      reasons.add(reason);
    }

    @Override
    public void callDone(String method, Status.Code code, long nanos) {
      calls.add(method + " " + code);
    }
  }
}
