package dev.onceward.server.rpc;

import dev.onceward.server.lane.Authority;
import dev.onceward.v1.AuditRequest;
import dev.onceward.v1.AuditResponse;
import dev.onceward.v1.CountStatesRequest;
import dev.onceward.v1.CountStatesResponse;
import dev.onceward.v1.FindByReferenceRequest;
import dev.onceward.v1.FindByReferenceResponse;
import dev.onceward.v1.ForceExpireRequest;
import dev.onceward.v1.ForceExpireResponse;
import dev.onceward.v1.FreezeRequest;
import dev.onceward.v1.FreezeResponse;
import dev.onceward.v1.GetPolicyRequest;
import dev.onceward.v1.GetPolicyResponse;
import dev.onceward.v1.HoldRequest;
import dev.onceward.v1.HoldResponse;
import dev.onceward.v1.ListRecordsRequest;
import dev.onceward.v1.ListRecordsResponse;
import dev.onceward.v1.OperatorServiceGrpc;
import dev.onceward.v1.PutPolicyRequest;
import dev.onceward.v1.PutPolicyResponse;
import dev.onceward.v1.RedactRequest;
import dev.onceward.v1.RedactResponse;
import dev.onceward.v1.ReleaseHoldRequest;
import dev.onceward.v1.ReleaseHoldResponse;
import dev.onceward.v1.ResolveRequest;
import dev.onceward.v1.ResolveResponse;
import dev.onceward.v1.UnfreezeRequest;
import dev.onceward.v1.UnfreezeResponse;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.function.Supplier;

/**
 * The service that people look after the records with. Thread-safe; never blocks, so it may run on
 * the event loops.
 */
public final class OperatorGrpc extends OperatorServiceGrpc.OperatorServiceImplBase {
  private final Exchange exchange;
  private final Errands errands;
  private final Supplier<Caller> caller;

  /**
   * The service over an authority, which is given the commands about one record, and whoever does
   * the rest.
   *
   * @param caller whoever makes the call in whose gRPC context it is asked; once a call
   */
  public OperatorGrpc(
      Authority authority,
      Operations operations,
      Supplier<Caller> caller,
      Instruments instruments) {
    this.exchange = new Exchange(authority, instruments);
    this.errands = new Errands(operations, instruments);
    this.caller = caller;
  }

  @Override
  public void getPolicy(GetPolicyRequest request, StreamObserver<GetPolicyResponse> call) {
    errand(TenancyFields::getPolicy, request, call);
  }

  @Override
  public void putPolicy(PutPolicyRequest request, StreamObserver<PutPolicyResponse> call) {
    errand(TenancyFields::putPolicy, request, call);
  }

  @Override
  public void countStates(CountStatesRequest request, StreamObserver<CountStatesResponse> call) {
    errand(EnquiryFields::count, request, call);
  }

  @Override
  public void listRecords(ListRecordsRequest request, StreamObserver<ListRecordsResponse> call) {
    errand(EnquiryFields::list, request, call);
  }

  @Override
  public void findByReference(
      FindByReferenceRequest request, StreamObserver<FindByReferenceResponse> call) {
    errand(EnquiryFields::find, request, call);
  }

  @Override
  public void hold(HoldRequest request, StreamObserver<HoldResponse> call) {
    command(CallForm.HOLD, request, call);
  }

  @Override
  public void releaseHold(ReleaseHoldRequest request, StreamObserver<ReleaseHoldResponse> call) {
    command(CallForm.RELEASE_HOLD, request, call);
  }

  @Override
  public void freeze(FreezeRequest request, StreamObserver<FreezeResponse> call) {
    errand(TenancyFields::freeze, request, call);
  }

  @Override
  public void unfreeze(UnfreezeRequest request, StreamObserver<UnfreezeResponse> call) {
    errand(TenancyFields::unfreeze, request, call);
  }

  @Override
  public void resolve(ResolveRequest request, StreamObserver<ResolveResponse> call) {
    command(CallForm.RESOLVE, request, call);
  }

  @Override
  public void forceExpire(ForceExpireRequest request, StreamObserver<ForceExpireResponse> call) {
    command(CallForm.FORCE_EXPIRE, request, call);
  }

  @Override
  public void redact(RedactRequest request, StreamObserver<RedactResponse> call) {
    command(CallForm.REDACT, request, call);
  }

  @Override
  public void audit(AuditRequest request, StreamObserver<AuditResponse> call) {
    errand(EnquiryFields::audit, request, call);
  }

  private <Q, R> void command(CallForm<Q, R> form, Q request, StreamObserver<R> call) {
    // gRPC hands every server method an observer of this kind.
    ServerCallStreamObserver<R> observer = (ServerCallStreamObserver<R>) call;
    Inbound inbound = Inbound.current(caller.get()::mayOperate, observer);
    exchange.run(form, request, inbound, new UnaryReceiver<>(call));
  }

  private <Q, R> void errand(Errand.Reader<Q, R> reader, Q request, StreamObserver<R> call) {
    errands.run(reader, request, caller.get(), new UnaryReceiver<>(call));
  }
}
