package dev.onceward.cli.demo;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import dev.onceward.client.AttemptId;
import dev.onceward.client.Begun;
import dev.onceward.client.Claim;
import dev.onceward.client.Digests;
import dev.onceward.client.OncewardClient;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.Result;
import java.util.concurrent.CompletableFuture;

/** The same order service with Onceward around its effect. */
final class GuardedOrders implements Orders {
  private static final Duration LEASE = Duration.newBuilder().setSeconds(30).build();
  private static final Duration WAIT = Duration.newBuilder().setSeconds(10).build();

  private final OncewardClient client;
  private final String tenant;
  private final OrderTable table;
  private final Timeline timeline;

  GuardedOrders(OncewardClient client, String tenant, OrderTable table, Timeline timeline) {
    this.client = client;
    this.tenant = tenant;
    this.table = table;
    this.timeline = timeline;
  }

  @Override
  public CompletableFuture<Confirmation> confirm(Purchase purchase) {
    return client.begin(begin(purchase)).thenCompose(begun -> act(purchase, begun));
  }

  private BeginRequest begin(Purchase purchase) {
    return BeginRequest.newBuilder()
        .setTenant(tenant)
        .setKey(purchase.key())
        .setOperation("order.confirm")
        .setRequestDigest(
            Digests.sha256(purchase.user(), purchase.show(), Integer.toString(purchase.quantity())))
        .setAttemptId(AttemptId.random())
        .setOwner("order-service/" + purchase.sender().replace(' ', '-'))
        .setLease(LEASE)
        .setOnLeaseExpiry(LeaseExpiry.LEASE_EXPIRY_HOLD)
        .setWait(WAIT)
        .build();
  }

  private CompletableFuture<Confirmation> act(Purchase purchase, Begun begun) {
    return switch (begun.decision()) {
      case DECISION_EXECUTE -> create(purchase, begun.claim().orElseThrow());
      case DECISION_REPLAY -> {
        String order = begun.record().getResult().getPayload().toStringUtf8();
        yield CompletableFuture.completedFuture(new Confirmation(order, false));
      }
      case DECISION_IN_PROGRESS, DECISION_RETRY_LATER, DECISION_IN_DOUBT ->
          throw new IllegalStateException(
              purchase.sender() + " waited in vain: " + begun.decision());
      case DECISION_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalStateException("the server speaks a newer contract");
    };
  }

  private CompletableFuture<Confirmation> create(Purchase purchase, Claim claim) {
    timeline.note(purchase.sender(), "Begin: EXECUTE. The claim is taken, the order is being made");
    return timeline
        .after(Minute.COMMIT_TIME)
        .thenCompose(
            committed -> {
              String order = table.insert(purchase);
              timeline.note(purchase.sender(), "INSERT " + order);
              return client.complete(complete(claim, order)).thenApply(done -> order);
            })
        .thenApply(
            order -> {
              timeline.note(purchase.sender(), "Complete: " + order + " is the result for ever");
              return new Confirmation(order, true);
            });
  }

  private static CompleteRequest complete(Claim claim, String order) {
    return claim
        .complete()
        .setResult(
            Result.newBuilder()
                .setPayload(ByteString.copyFromUtf8(order))
                .setContentType("text/plain"))
        .addReferences(order)
        .build();
  }
}
