package dev.onceward.bench;

import dev.onceward.v1.BatchItem;
import dev.onceward.v1.BatchRequest;
import dev.onceward.v1.BatchResponse;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.Decision;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.IdempotencyServiceGrpc.IdempotencyServiceBlockingStub;
import io.grpc.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Calls to a server over a number of connections. */
final class CallLoad implements Load {
  private static final int REPLAYED_KEYS = 64 * Requests.BATCH_ITEMS;
  private static final long PREPARING_SECONDS = 30;

  private final Connections connections;
  private final Requests requests;
  private final TripMaker trips;

  @FunctionalInterface
  private interface TripMaker {
    RoundTrip on(Channel channel);
  }

  private CallLoad(Connections connections, Requests requests, Scenario scenario) {
    this.connections = connections;
    this.requests = requests;
    this.trips = trips(scenario);
  }

  /** Connects, and does what a scenario needs to have been done before. */
  static CallLoad open(Scenario scenario, String target, int connectionCount, Requests requests) {
    Connections connections = Connections.to(target, connectionCount);
    try {
      return new CallLoad(connections, requests, scenario);
    } catch (RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  private TripMaker trips(Scenario scenario) {
    return switch (scenario) {
      case NULL, BEGIN, IDLE_BEGIN -> begins(requests::newBegin, Decision.DECISION_EXECUTE);
      case BEGIN_COMPLETE -> channel -> Trips.beginComplete(channel, requests);
      case BATCH -> channel -> Trips.batch(channel, requests);
      case HOT_KEY -> {
        BeginRequest stranger = Requests.strangerOf(heldKey());
        yield begins(() -> stranger, Decision.DECISION_IN_PROGRESS);
      }
      case REPLAY -> begins(inTurn(succeededKeys()), Decision.DECISION_REPLAY);
      case STORE, COMMIT -> throw new IllegalArgumentException(scenario + " makes no calls");
    };
  }

  private static TripMaker begins(Supplier<BeginRequest> requests, Decision expected) {
    return channel -> Trips.begin(channel, requests, expected);
  }

  private static Supplier<BeginRequest> inTurn(List<BeginRequest> all) {
    AtomicInteger turn = new AtomicInteger();
    return () -> all.get(Math.floorMod(turn.getAndIncrement(), all.size()));
  }

  private BeginRequest heldKey() {
    BeginRequest first = requests.newBegin();
    Decision decision = stub().begin(first).getDecision();
    if (decision != Decision.DECISION_EXECUTE) {
      throw new IllegalStateException("the hot key's first Begin was answered " + decision);
    }
    return first;
  }

  /** Begins and completes some keys; the strangers' Begins that are to be answered with REPLAY. */
  private List<BeginRequest> succeededKeys() {
    List<BeginRequest> strangers = new ArrayList<>(REPLAYED_KEYS);
    while (strangers.size() < REPLAYED_KEYS) {
      BatchRequest begins = requests.newBatch();
      BatchResponse begun = stub().batch(begins);
      BatchRequest.Builder completes = BatchRequest.newBuilder();
      for (int i = 0; i < begins.getItemsCount(); i++) {
        BeginRequest begin = begins.getItems(i).getBegin();
        BeginResponse answer = begun.getResults(i).getBegin();
        completes.addItems(BatchItem.newBuilder().setComplete(requests.complete(begin, answer)));
        strangers.add(Requests.strangerOf(begin));
      }
      if (stub().batch(completes.build()).getResultsList().stream().anyMatch(r -> r.hasError())) {
        throw new IllegalStateException("a key for the scenario replay could not be completed");
      }
    }
    return List.copyOf(strangers);
  }

  private IdempotencyServiceBlockingStub stub() {
    return IdempotencyServiceGrpc.newBlockingStub(connections.of(0))
        .withDeadlineAfter(PREPARING_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public RoundTrip trip(int slot) {
    return trips.on(connections.of(slot));
  }

  @Override
  public void close() {
    connections.close();
  }
}
