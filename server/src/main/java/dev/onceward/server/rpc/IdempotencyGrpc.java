package dev.onceward.server.rpc;

import dev.onceward.server.lane.Authority;
import dev.onceward.v1.BatchRequest;
import dev.onceward.v1.BatchResponse;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.CompleteResponse;
import dev.onceward.v1.FailRequest;
import dev.onceward.v1.FailResponse;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.GetResponse;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.RenewRequest;
import dev.onceward.v1.RenewResponse;
import dev.onceward.v1.RetainRequest;
import dev.onceward.v1.RetainResponse;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.function.Supplier;

/**
 * The service that business services call around their side effects. Thread-safe; never blocks, so
 * it may run on the event loops.
 */
public final class IdempotencyGrpc extends IdempotencyServiceGrpc.IdempotencyServiceImplBase {
  private final Exchange exchange;
  private final Supplier<TenantAccess> access;

  /**
   * The service over an authority.
   *
   * @param access the access of the caller in whose gRPC context it is asked; once a call
   */
  public IdempotencyGrpc(
      Authority authority, Supplier<TenantAccess> access, Instruments instruments) {
    this.exchange = new Exchange(authority, instruments);
    this.access = access;
  }

  @Override
  public void begin(BeginRequest request, StreamObserver<BeginResponse> call) {
    answer(CallForm.BEGIN, request, call);
  }

  @Override
  public void complete(CompleteRequest request, StreamObserver<CompleteResponse> call) {
    answer(CallForm.COMPLETE, request, call);
  }

  @Override
  public void fail(FailRequest request, StreamObserver<FailResponse> call) {
    answer(CallForm.FAIL, request, call);
  }

  @Override
  public void renew(RenewRequest request, StreamObserver<RenewResponse> call) {
    answer(CallForm.RENEW, request, call);
  }

  @Override
  public void get(GetRequest request, StreamObserver<GetResponse> call) {
    answer(CallForm.GET, request, call);
  }

  @Override
  public void retain(RetainRequest request, StreamObserver<RetainResponse> call) {
    answer(CallForm.RETAIN, request, call);
  }

  @Override
  public void batch(BatchRequest request, StreamObserver<BatchResponse> call) {
    BatchCall.run(request, exchange, inbound(call), call);
  }

  private <Q, R> void answer(CallForm<Q, R> form, Q request, StreamObserver<R> call) {
    exchange.run(form, request, inbound(call), new UnaryReceiver<>(call));
  }

  private Inbound inbound(StreamObserver<?> call) {
    // gRPC hands every server method an observer of this kind.
    return Inbound.current(access.get(), (ServerCallStreamObserver<?>) call);
  }
}
