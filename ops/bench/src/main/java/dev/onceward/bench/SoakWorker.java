package dev.onceward.bench;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.Decision;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.IdempotencyServiceGrpc.IdempotencyServiceBlockingStub;
import dev.onceward.v1.Result;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection's caller: intent after intent, each begun and completed, every call sent again,
 * unchanged, while the server is away. It writes down what was acknowledged.
 */
final class SoakWorker implements Runnable {
  static final String TENANT = "soak";
  private static final long CALL_SECONDS = 10;
  private static final long PAUSE_MILLIS = 200;

  private final IdempotencyServiceBlockingStub stub;
  private final Acknowledged acknowledged;
  private final BooleanSupplier wanted;
  private final long pauseNanos;
  private final AtomicLong broken;

  SoakWorker(
      Channel channel,
      Acknowledged acknowledged,
      BooleanSupplier wanted,
      long pauseNanos,
      AtomicLong broken) {
    this.stub = IdempotencyServiceGrpc.newBlockingStub(channel);
    this.acknowledged = acknowledged;
    this.wanted = wanted;
    this.pauseNanos = pauseNanos;
    this.broken = broken;
  }

  static String keyOf(int key) {
    return "soak-" + key;
  }

  static ByteString resultOf(int key) {
    return ByteString.copyFromUtf8("result of " + key);
  }

  @Override
  public void run() {
    try {
      while (wanted.getAsBoolean()) {
        intent(acknowledged.next());
        // Spread out, so that the rate is even.
        TimeUnit.NANOSECONDS.sleep(ThreadLocalRandom.current().nextLong(2 * pauseNanos + 1));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void intent(int key) throws InterruptedException {
    BeginRequest begin =
        BeginRequest.newBuilder()
            .setTenant(TENANT)
            .setKey(keyOf(key))
            .setOperation("soak.run")
            .setRequestDigest(resultOf(key))
            .setAttemptId("attempt-0-of-" + keyOf(key))
            .setLease(Duration.newBuilder().setSeconds(15 * 60))
            .build();
    BeginResponse begun = untilAnswered(() -> inTime().begin(begin));
    if (begun == null) {
      return;
    }
    if (begun.getDecision() != Decision.DECISION_EXECUTE) {
      broken.incrementAndGet();
      System.err.println(keyOf(key) + ": its first Begin was answered " + begun.getDecision());
      return;
    }
    acknowledged.begun(key, begun.getRecord().getVersion());
    CompleteRequest complete =
        CompleteRequest.newBuilder()
            .setTenant(TENANT)
            .setKey(keyOf(key))
            .setVersion(begun.getRecord().getVersion())
            .setAttemptId(begin.getAttemptId())
            .setResult(Result.newBuilder().setPayload(resultOf(key)))
            .addReferences("order-" + key)
            .build();
    if (untilAnswered(() -> inTime().complete(complete)) != null) {
      acknowledged.completed(key);
    }
  }

  /** Whether the server has said no; a connection that breaks has many codes, but no details. */
  private static boolean isRefusal(StatusRuntimeException failure) {
    com.google.rpc.Status told = StatusProto.fromThrowable(failure);
    return failure.getStatus().getCode() != Status.Code.UNAVAILABLE
        && told != null
        && told.getDetailsCount() > 0;
  }

  private IdempotencyServiceBlockingStub inTime() {
    return stub.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS);
  }

  /** Sends a call until it is answered; null if the run is over first. */
  private <R> @Nullable R untilAnswered(Supplier<R> call) throws InterruptedException {
    while (wanted.getAsBoolean()) {
      try {
        return call.get();
      } catch (StatusRuntimeException e) {
        if (isRefusal(e)) {
          broken.incrementAndGet();
          System.err.println("a call was refused: " + e.getStatus());
          return null;
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    }
    return null;
  }
}
