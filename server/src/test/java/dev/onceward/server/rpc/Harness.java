package dev.onceward.server.rpc;

import dev.onceward.server.lane.Authority;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Reason;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.IdempotencyServiceGrpc.IdempotencyServiceBlockingStub;
import dev.onceward.v1.IdempotencyServiceGrpc.IdempotencyServiceFutureStub;
import dev.onceward.v1.OperatorServiceGrpc;
import dev.onceward.v1.OperatorServiceGrpc.OperatorServiceBlockingStub;
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
    this(authority, access, new MemoryOperations(new MemoryAuthority()), Caller.LOCAL);
  }

  /** Serves an authority, and operators, to this caller. */
  Harness(MemoryAuthority authority, Caller caller) throws IOException {
    this(authority, caller::mayUse, new MemoryOperations(authority), caller);
  }

  /** Serves an authority to everybody, and operations to this caller. */
  Harness(Authority authority, TenantAccess access, Operations operations, Caller caller)
      throws IOException {
    List<BindableService> services =
        List.of(
            new IdempotencyGrpc(authority, () -> access, instruments),
            new OperatorGrpc(authority, operations, () -> caller, instruments));
    String name = InProcessServerBuilder.generateName();
    InProcessServerBuilder builder = InProcessServerBuilder.forName(name);
    GrpcServer.assemble(builder, services, List.<ServerInterceptor>of(), instruments);
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

  OperatorServiceBlockingStub operators() {
    return OperatorServiceGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
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
