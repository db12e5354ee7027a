package dev.onceward.client;

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
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/**
 * A service that notes each request and answers as a test has scripted; unscripted, with an empty
 * message.
 */
final class ScriptedService extends IdempotencyServiceGrpc.IdempotencyServiceImplBase {
  final Script<BeginRequest, BeginResponse> begin =
      new Script<>(BeginResponse.getDefaultInstance());
  final Script<CompleteRequest, CompleteResponse> complete =
      new Script<>(CompleteResponse.getDefaultInstance());
  final Script<FailRequest, FailResponse> fail = new Script<>(FailResponse.getDefaultInstance());
  final Script<RenewRequest, RenewResponse> renew =
      new Script<>(RenewResponse.getDefaultInstance());
  final Script<GetRequest, GetResponse> get = new Script<>(GetResponse.getDefaultInstance());
  final Script<RetainRequest, RetainResponse> retain =
      new Script<>(RetainResponse.getDefaultInstance());
  final Script<BatchRequest, BatchResponse> batch =
      new Script<>(BatchResponse.getDefaultInstance());

  @Override
  public void begin(BeginRequest request, StreamObserver<BeginResponse> answer) {
    begin.run(request, answer);
  }

  @Override
  public void complete(CompleteRequest request, StreamObserver<CompleteResponse> answer) {
    complete.run(request, answer);
  }

  @Override
  public void fail(FailRequest request, StreamObserver<FailResponse> answer) {
    fail.run(request, answer);
  }

  @Override
  public void renew(RenewRequest request, StreamObserver<RenewResponse> answer) {
    renew.run(request, answer);
  }

  @Override
  public void get(GetRequest request, StreamObserver<GetResponse> answer) {
    get.run(request, answer);
  }

  @Override
  public void retain(RetainRequest request, StreamObserver<RetainResponse> answer) {
    retain.run(request, answer);
  }

  @Override
  public void batch(BatchRequest request, StreamObserver<BatchResponse> answer) {
    batch.run(request, answer);
  }

  /** One method's requests so far and its next answers. */
  static final class Script<Q, R> {
    final List<Q> requests = new CopyOnWriteArrayList<>();
    private volatile BiConsumer<Q, StreamObserver<R>> handler;

    Script(R response) {
      handler = (request, answer) -> answer(answer, response);
    }

    void answers(R response) {
      handler = (request, answer) -> answer(answer, response);
    }

    void refuses(Throwable status) {
      handler = (request, answer) -> answer.onError(status);
    }

    /** The first {@code times} requests are refused, the others answered. */
    void refusesFirst(int times, Throwable status, R response) {
      handler =
          (request, answer) -> {
            if (requests.size() <= times) {
              answer.onError(status);
            } else {
              answer(answer, response);
            }
          };
    }

    void does(BiConsumer<Q, StreamObserver<R>> action) {
      handler = action;
    }

    void run(Q request, StreamObserver<R> answer) {
      requests.add(request);
      handler.accept(request, answer);
    }

    static <R> void answer(StreamObserver<R> answer, R response) {
      answer.onNext(response);
      answer.onCompleted();
    }
  }
}
