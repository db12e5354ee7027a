package dev.onceward.server.rpc;

import dev.onceward.v1.BatchItem;
import dev.onceward.v1.BatchRequest;
import dev.onceward.v1.BatchResponse;
import dev.onceward.v1.BatchResult;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

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
    Refusal wrongLength = refusalOf(items.size());
    if (wrongLength != null) {
      exchange.refuse(wrongLength, new UnaryReceiver<>(call));
      return;
    }
    BatchCall batch = new BatchCall(exchange, inbound, items.size(), call);
    MalformedItems malformed = MalformedItems.current();
    exchange.together(() -> batch.askAll(items, malformed));
  }

  /** Why a Batch of so many items is refused; null if it is not. */
  static @Nullable Refusal refusalOf(int items) {
    if (items >= 1 && items <= Limits.BATCH_ITEMS) {
      return null;
    }
    String description = "has " + items + " elements, 1 to " + Limits.BATCH_ITEMS + " are required";
    return Refusal.of(new Violation("items", description));
  }

  private void askAll(List<BatchItem> items, MalformedItems malformed) {
    for (int i = 0; i < items.size(); i++) {
      Refusal refusal = malformed.at(i);
      if (refusal == null) {
        ask(i, items.get(i));
      } else {
        refuse(i, refusal);
      }
    }
  }

  private void ask(int index, BatchItem item) {
    switch (item.getItemCase()) {
      case BEGIN -> ask(index, ItemForm.BEGIN, item.getBegin());
      case COMPLETE -> ask(index, ItemForm.COMPLETE, item.getComplete());
      case FAIL -> ask(index, ItemForm.FAIL, item.getFail());
      case RENEW -> ask(index, ItemForm.RENEW, item.getRenew());
      case GET -> ask(index, ItemForm.GET, item.getGet());
      case RETAIN -> ask(index, ItemForm.RETAIN, item.getRetain());
      case ITEM_NOT_SET -> {
        String path = new Scope(index, "").path("");
        String description = "is empty: set one of begin, complete, fail, renew, get, retain";
        refuse(index, Refusal.of(new Violation(path, description)));
      }
    }
  }

  private void refuse(int index, Refusal refusal) {
    Scope scope = new Scope(index, "");
    exchange.refuse(refusal, new ItemReceiver<>(this, scope, (result, response) -> result));
  }

  private <Q, R> void ask(int index, ItemForm<Q, R> form, Q request) {
    Scope scope = new Scope(index, form.name());
    exchange.run(form.call(), request, inbound, new ItemReceiver<>(this, scope, form.packer()));
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
  private record ItemReceiver<R>(BatchCall batch, Scope scope, ItemForm.Packer<R> packer)
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
