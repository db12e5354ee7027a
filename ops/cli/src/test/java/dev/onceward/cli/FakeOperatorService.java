package dev.onceward.cli;

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
import io.grpc.stub.StreamObserver;

/** The operators' service, answering as a test has said. */
final class FakeOperatorService extends OperatorServiceGrpc.OperatorServiceImplBase {
  private final Answers answers;

  FakeOperatorService(Answers answers) {
    this.answers = answers;
  }

  @Override
  public void getPolicy(GetPolicyRequest request, StreamObserver<GetPolicyResponse> observer) {
    answers.answer(request, GetPolicyResponse.getDefaultInstance(), observer);
  }

  @Override
  public void putPolicy(PutPolicyRequest request, StreamObserver<PutPolicyResponse> observer) {
    answers.answer(request, PutPolicyResponse.getDefaultInstance(), observer);
  }

  @Override
  public void countStates(
      CountStatesRequest request, StreamObserver<CountStatesResponse> observer) {
    answers.answer(request, CountStatesResponse.getDefaultInstance(), observer);
  }

  @Override
  public void listRecords(
      ListRecordsRequest request, StreamObserver<ListRecordsResponse> observer) {
    answers.answer(request, ListRecordsResponse.getDefaultInstance(), observer);
  }

  @Override
  public void findByReference(
      FindByReferenceRequest request, StreamObserver<FindByReferenceResponse> observer) {
    answers.answer(request, FindByReferenceResponse.getDefaultInstance(), observer);
  }

  @Override
  public void hold(HoldRequest request, StreamObserver<HoldResponse> observer) {
    answers.answer(request, HoldResponse.getDefaultInstance(), observer);
  }

  @Override
  public void releaseHold(
      ReleaseHoldRequest request, StreamObserver<ReleaseHoldResponse> observer) {
    answers.answer(request, ReleaseHoldResponse.getDefaultInstance(), observer);
  }

  @Override
  public void freeze(FreezeRequest request, StreamObserver<FreezeResponse> observer) {
    answers.answer(request, FreezeResponse.getDefaultInstance(), observer);
  }

  @Override
  public void unfreeze(UnfreezeRequest request, StreamObserver<UnfreezeResponse> observer) {
    answers.answer(request, UnfreezeResponse.getDefaultInstance(), observer);
  }

  @Override
  public void resolve(ResolveRequest request, StreamObserver<ResolveResponse> observer) {
    answers.answer(request, ResolveResponse.getDefaultInstance(), observer);
  }

  @Override
  public void forceExpire(
      ForceExpireRequest request, StreamObserver<ForceExpireResponse> observer) {
    answers.answer(request, ForceExpireResponse.getDefaultInstance(), observer);
  }

  @Override
  public void redact(RedactRequest request, StreamObserver<RedactResponse> observer) {
    answers.answer(request, RedactResponse.getDefaultInstance(), observer);
  }

  @Override
  public void audit(AuditRequest request, StreamObserver<AuditResponse> observer) {
    answers.answer(request, AuditResponse.getDefaultInstance(), observer);
  }
}
