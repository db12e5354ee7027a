package dev.onceward.cli;

import com.google.protobuf.Message;
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
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A service that notes the requests, and answers with the given messages or refuses everything. */
final class FakeService extends IdempotencyServiceGrpc.IdempotencyServiceImplBase {
  final List<Message> requests = new CopyOnWriteArrayList<>();
  private volatile Optional<StatusRuntimeException> refusal = Optional.empty();
  private final List<Message> answers = new CopyOnWriteArrayList<>();

  void answers(Message answer) {
    answers.add(answer);
  }

  void refuses(StatusRuntimeException status) {
    refusal = Optional.of(status);
  }

  @Override
  public void begin(BeginRequest request, StreamObserver<BeginResponse> observer) {
    answer(request, BeginResponse.getDefaultInstance(), observer);
  }

  @Override
  public void complete(CompleteRequest request, StreamObserver<CompleteResponse> observer) {
    answer(request, CompleteResponse.getDefaultInstance(), observer);
  }

  @Override
  public void fail(FailRequest request, StreamObserver<FailResponse> observer) {
    answer(request, FailResponse.getDefaultInstance(), observer);
  }

  @Override
  public void renew(RenewRequest request, StreamObserver<RenewResponse> observer) {
    answer(request, RenewResponse.getDefaultInstance(), observer);
  }

  @Override
  public void get(GetRequest request, StreamObserver<GetResponse> observer) {
    answer(request, GetResponse.getDefaultInstance(), observer);
  }

  private <R extends Message> void answer(Message request, R empty, StreamObserver<R> observer) {
    requests.add(request);
    if (refusal.isPresent()) {
      observer.onError(refusal.get());
      return;
    }
    Class<? extends Message> type = empty.getClass();
    for (Message answer : answers) {
      if (type.isInstance(answer)) {
        @SuppressWarnings("unchecked") // of the very class of R, as was just checked
        R typed = (R) answer;
        observer.onNext(typed);
        observer.onCompleted();
        return;
      }
    }
    observer.onNext(empty);
    observer.onCompleted();
  }
}
