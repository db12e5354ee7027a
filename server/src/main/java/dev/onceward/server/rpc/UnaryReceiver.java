package dev.onceward.server.rpc;

import io.grpc.stub.StreamObserver;

/** Answers a call of its own. */
record UnaryReceiver<R>(StreamObserver<R> call) implements Receiver<R> {
  @Override
  public Scope scope() {
    return Scope.CALL;
  }

  @Override
  public void answered(R response) {
    call.onNext(response);
    call.onCompleted();
  }

  @Override
  public void refused(Refusal refusal) {
    call.onError(Errors.exception(refusal));
  }
}
