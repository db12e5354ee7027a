package dev.onceward.cli;

import com.google.protobuf.Message;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What fake services answer: of each kind of message the given ones in turn, the last of them for
 * ever, and an empty one where none was given. Notes the requests. Thread-safe.
 */
final class Answers {
  final List<Message> requests = new CopyOnWriteArrayList<>();
  private final Map<Class<?>, Queue<Message>> answers = new HashMap<>();
  private Optional<StatusRuntimeException> refusal = Optional.empty();
  private int answeredBeforeRefusal;

  synchronized void add(Message answer) {
    answers.computeIfAbsent(answer.getClass(), type -> new ArrayDeque<>()).add(answer);
  }

  synchronized void refuse(int after, StatusRuntimeException status) {
    refusal = Optional.of(status);
    answeredBeforeRefusal = after;
  }

  synchronized <R extends Message> void answer(
      Message request, R empty, StreamObserver<R> observer) {
    requests.add(request);
    if (refusal.isPresent() && requests.size() > answeredBeforeRefusal) {
      observer.onError(refusal.get());
      return;
    }
    observer.onNext(next(empty));
    observer.onCompleted();
  }

  private <R extends Message> R next(R empty) {
    Queue<Message> queue = answers.getOrDefault(empty.getClass(), new ArrayDeque<>());
    Message answer = queue.size() > 1 ? queue.remove() : queue.peek();
    if (answer == null) {
      return empty;
    }
    @SuppressWarnings("unchecked") // queued under the very class of R
    R typed = (R) answer;
    return typed;
  }
}
