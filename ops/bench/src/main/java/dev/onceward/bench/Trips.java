package dev.onceward.bench;

import dev.onceward.v1.BatchRequest;
import dev.onceward.v1.BatchResponse;
import dev.onceward.v1.BatchResult;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.CompleteResponse;
import dev.onceward.v1.Decision;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.GetResponse;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.State;
import io.grpc.Channel;
import java.util.function.Supplier;

/** The round trips that go by gRPC. Each is made for one slot. */
final class Trips {
  private Trips() {}

  /** A Begin that is to be answered with {@code expected}. */
  static RoundTrip begin(Channel channel, Supplier<BeginRequest> requests, Decision expected) {
    Call<BeginRequest, BeginResponse> call =
        new Call<>(channel, IdempotencyServiceGrpc.getBeginMethod());
    return slot ->
        call.send(
            requests.get(),
            slot,
            answer -> {
              if (answer.getDecision() == expected) {
                slot.arrived();
              } else {
                slot.failed("Begin was answered " + answer.getDecision() + ", not " + expected);
              }
            });
  }

  /** A Get of a key that is there. */
  static RoundTrip get(Channel channel, Requests requests) {
    Call<GetRequest, GetResponse> call = new Call<>(channel, IdempotencyServiceGrpc.getGetMethod());
    return slot -> call.send(requests.anyGet(), slot, answer -> slot.arrived());
  }

  /** A Begin of a new key and its Complete. */
  static RoundTrip beginComplete(Channel channel, Requests requests) {
    Call<BeginRequest, BeginResponse> begin =
        new Call<>(channel, IdempotencyServiceGrpc.getBeginMethod());
    Call<CompleteRequest, CompleteResponse> complete =
        new Call<>(channel, IdempotencyServiceGrpc.getCompleteMethod());
    return slot -> {
      BeginRequest request = requests.newBegin();
      begin.send(
          request,
          slot,
          begun -> complete.send(requests.complete(request, begun), slot, done -> end(slot, done)));
    };
  }

  private static void end(Slot slot, CompleteResponse completed) {
    if (completed.getRecord().getState() == State.STATE_SUCCEEDED) {
      slot.arrived();
    } else {
      slot.failed("Complete left the record " + completed.getRecord().getState());
    }
  }

  /** A Batch of Begins of new keys, all of which are to be granted. */
  static RoundTrip batch(Channel channel, Requests requests) {
    Call<BatchRequest, BatchResponse> call =
        new Call<>(channel, IdempotencyServiceGrpc.getBatchMethod());
    return slot ->
        call.send(
            requests.newBatch(),
            slot,
            answer -> {
              long granted = answer.getResultsList().stream().filter(Trips::isGranted).count();
              if (granted == Requests.BATCH_ITEMS) {
                slot.arrived();
              } else {
                slot.failed("a Batch had only " + granted + " Begins granted");
              }
            });
  }

  private static boolean isGranted(BatchResult result) {
    return result.getBegin().getDecision() == Decision.DECISION_EXECUTE;
  }
}
