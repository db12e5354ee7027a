package dev.onceward.server.rpc;

import dev.onceward.v1.BatchItem;
import dev.onceward.v1.BatchRequest;
import dev.onceward.v1.BatchResponse;
import dev.onceward.v1.BatchResult;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One Batch in flight: its items are put to the authority in list order, one after the other by one
 * thread, so that those of one key are decided in that order; whoever settles the last one replies.
 * Thread-safe.
 */
final class BatchCall {
  private final Exchange exchange;
  private final Inbound inbound;
  private final StreamObserver<BatchResponse> call;
  private final BatchResult[] results;
  private final AtomicInteger open;

  private BatchCall(
      Exchange exchange, Inbound inbound, int items, StreamObserver<BatchResponse> call) {
    this.exchange = exchange;
    this.inbound = inbound;
    this.call = call;
    this.results = new BatchResult[items];
    this.open = new AtomicInteger(items);
  }

  /** Answers a Batch; only a wrong number of items refuses it as a whole. */
  static void run(
      BatchRequest request,
      Exchange exchange,
      Inbound inbound,
      StreamObserver<BatchResponse> call) {
    List<BatchItem> items = request.getItemsList();
    if (items.isEmpty() || items.size() > Limits.BATCH_ITEMS) {
      String description =
          "has " + items.size() + " elements, 1 to " + Limits.BATCH_ITEMS + " are required";
      exchange.refuse(Refusal.of(new Violation("items", description)), new UnaryReceiver<>(call));
      return;
    }
    BatchCall batch = new BatchCall(exchange, inbound, items.size(), call);
    exchange.together(() -> batch.askAll(items));
  }

  private void askAll(List<BatchItem> items) {
    for (int i = 0; i < items.size(); i++) {
      ask(i, items.get(i));
    }
  }

  private void ask(int index, BatchItem item) {
    switch (item.getItemCase()) {
      case BEGIN -> ask(index, CallForm.BEGIN, item.getBegin());
      case COMPLETE -> ask(index, CallForm.COMPLETE, item.getComplete());
      case FAIL -> ask(index, CallForm.FAIL, item.getFail());
      case RENEW -> ask(index, CallForm.RENEW, item.getRenew());
      case GET -> ask(index, CallForm.GET, item.getGet());
      case RETAIN -> ask(index, CallForm.RETAIN, item.getRetain());
      case ITEM_NOT_SET -> {
        Scope scope = new Scope(index, "");
        String description = "is empty: set one of begin, complete, fail, renew, get, retain";
        exchange.refuse(
            Refusal.of(new Violation(scope.path(""), description)),
            new ItemReceiver<>(this, scope, (result, response) -> result));
      }
    }
  }

  private <Q, R> void ask(int index, CallForm<Q, R> form, Q request) {
    Scope scope = new Scope(index, form.name());
    exchange.run(form, request, inbound, new ItemReceiver<>(this, scope, form.packer()));
  }

  private void settle(int index, BatchResult result) {
    results[index] = result;
    // The counter publishes the results to whoever brings it to zero.
    if (open.decrementAndGet() == 0) {
      call.onNext(BatchReply.of(results, Limits.BATCH_REPLY));
      call.onCompleted();
    }
  }

  /** Takes one item's response. */
  private record ItemReceiver<R>(BatchCall batch, Scope scope, CallForm.Packer<R> packer)
      implements Receiver<R> {
    @Override
    public void answered(R response) {
      BatchResult.Builder result = packer.pack(BatchResult.newBuilder(), response);
      batch.settle(scope.item(), result.build());
    }

    @Override
    public void refused(Refusal refusal) {
      BatchResult result = BatchResult.newBuilder().setError(Errors.status(refusal)).build();
      batch.settle(scope.item(), result);
    }
  }
}
