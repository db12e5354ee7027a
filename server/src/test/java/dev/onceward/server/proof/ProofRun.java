package dev.onceward.server.proof;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.kv.Watch;
import dev.onceward.server.kv.faults.Fault;
import dev.onceward.server.kv.faults.FaultRates;
import dev.onceward.server.kv.faults.FaultyStore;
import dev.onceward.server.kv.sim.SimStore;
import dev.onceward.server.store.Layout;
import dev.onceward.server.store.Recount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * One run of one seed: servers and callers on one store, in a weather that is drawn for the run, so
 * that some runs are nearly clean and some are horrible. In the end all heals, everything comes to
 * rest, and the store is counted anew.
 */
final class ProofRun {
  private static final String ROOT = "onceward";
  private static final Duration STORM = Duration.ofMinutes(3);
  private static final Duration CALM = Duration.ofMinutes(2);

  private final World world;
  private final long seed;
  private final SimStore store;
  private final FaultyStore faulty;
  private final Auditor auditor;
  private final Effects effects = new Effects();
  private final Network network;
  private final List<Node> nodes = new ArrayList<>();
  private int crashes;

  /** What a run came to. */
  record Report(
      long seed,
      Duration simulated,
      long judged,
      int effects,
      long finished,
      long messages,
      int crashes,
      Map<Fault, Long> faults,
      long fingerprint) {}

  ProofRun(long seed) {
    this.seed = seed;
    this.world = new World(seed);
    this.auditor = new Auditor(world, effects);
    this.store = new SimStore(world);
    NodeTimer outside = new NodeTimer(world, () -> true);
    this.faulty = new FaultyStore(store, outside, rates(), world.split().nextLong());
    double bad = world.chance(0.3) ? 0 : 0.2 * world.below(1_000) / 1_000;
    this.network = new Network(world, new Network.Weather(bad, bad, bad));
  }

  private FaultRates rates() {
    Map<Fault, Double> rates = new EnumMap<>(Fault.class);
    double worst = world.chance(0.3) ? 0 : 0.9 * world.below(1_000) / 1_000;
    for (Fault fault : Fault.values()) {
      rates.put(fault, world.chance(0.5) ? 0 : worst * world.below(1_000) / 1_000);
    }
    return new FaultRates(rates);
  }

  /** Plays the run. Throws {@link Broken} if a promise is. */
  Report play() {
    try {
      return playAndJudge();
    } finally {
      nodes.forEach(Node::crash);
    }
  }

  private Report playAndJudge() {
    Layout layout = new Layout(ROOT, 4);
    for (int i = 0; i < 1 + world.below(3); i++) {
      Node node = new Node(world, "s-" + i + "-of-" + seed, faulty, layout);
      node.start();
      nodes.add(node);
      trouble(node);
    }
    int keys = 1 + world.below(6);
    for (int i = 0; i < 2 + world.below(6); i++) {
      Caller caller =
          new Caller(world, network, nodes, new Caller.Judgement(auditor, effects), "caller-" + i);
      keepBusy(caller, keys);
    }
    world.run(STORM);
    heal();
    world.run(CALM);
    Recount recount = Recount.of(new Quiet(), ROOT);
    if (!recount.differences().isEmpty()) {
      throw new Broken("counters and rows equal a recount", recount.differences().toString());
    }
    return new Report(
        seed,
        world.age(),
        auditor.judged(),
        effects.count(),
        auditor.finishedKeys(),
        network.messages(),
        crashes,
        faulty.injected(),
        world.fingerprint());
  }

  /** Keys come in generations, so that there are always some that nobody has seen. */
  private void keepBusy(Caller caller, int keys) {
    if (world.age().compareTo(STORM) < 0) {
      long generation = world.age().toSeconds() / 40;
      caller.seeTo("K-" + generation + "-" + world.below(keys));
      world.after(
          world.between(Duration.ofMillis(100), Duration.ofSeconds(10)),
          () -> keepBusy(caller, keys));
    }
  }

  private void trouble(Node node) {
    if (world.age().compareTo(STORM) >= 0) {
      return;
    }
    if (world.chance(0.4)) {
      node.crash();
      crashes++;
      world.note("crash");
      world.after(world.between(Duration.ofMillis(10), Duration.ofSeconds(20)), node::start);
    } else if (world.chance(0.4)) {

      node.pause(world.between(Duration.ofMillis(10), Duration.ofSeconds(10)));
    } else {
      node.skew(world.between(Duration.ZERO, Duration.ofMillis(1_900)).minusMillis(950), true);
    }
    world.after(world.between(Duration.ofSeconds(21), Duration.ofSeconds(60)), () -> trouble(node));
  }

  private void heal() {
    faulty.rates(FaultRates.NONE);
    for (Node node : nodes) {
      node.skew(Duration.ZERO, true);
      if (!node.isUp()) {
        node.start();
      }
    }
  }

  /** The store itself, letting the world go on until it has answered. */
  private final class Quiet implements KeyValueStore {
    @Override
    public <T> CompletableFuture<T> attempt(TransactionBody<T> body) {
      CompletableFuture<T> answer = store.attempt(body);
      while (!answer.isDone()) {
        world.run(Duration.ofMillis(1));
      }
      return answer;
    }

    @Override
    public Watch watch(byte[] key) {
      return store.watch(key);
    }

    @Override
    public CompletableFuture<Void> scrub(byte[] begin, byte[] end) {
      return store.scrub(begin, end);
    }

    @Override
    public void close() {}
  }
}
