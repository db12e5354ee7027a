package dev.onceward.cli;

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
import io.grpc.stub.StreamObserver;

/** The callers' service, answering as a test has said. */
final class FakeService extends IdempotencyServiceGrpc.IdempotencyServiceImplBase {
  private final Answers answers;

  FakeService(Answers answers) {
    this.answers = answers;
  }

  @Override
  public void begin(BeginRequest request, StreamObserver<BeginResponse> observer) {
    answers.answer(request, BeginResponse.getDefaultInstance(), observer);
  }

  @Override
  public void complete(CompleteRequest request, StreamObserver<CompleteResponse> observer) {
    answers.answer(request, CompleteResponse.getDefaultInstance(), observer);
  }

  @Override
  public void fail(FailRequest request, StreamObserver<FailResponse> observer) {
    answers.answer(request, FailResponse.getDefaultInstance(), observer);
  }

  @Override
  public void renew(RenewRequest request, StreamObserver<RenewResponse> observer) {
    answers.answer(request, RenewResponse.getDefaultInstance(), observer);
  }

  @Override
  public void get(GetRequest request, StreamObserver<GetResponse> observer) {
    answers.answer(request, GetResponse.getDefaultInstance(), observer);
  }
}
