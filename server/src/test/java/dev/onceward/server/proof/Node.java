package dev.onceward.server.proof;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.StoreObserver;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.lane.Clocks;
import dev.onceward.server.lane.GroupCommit;
import dev.onceward.server.lane.LaneLimits;
import dev.onceward.server.lane.LaneObserver;
import dev.onceward.server.lifecycle.SimulatedUpkeep;
import dev.onceward.server.rpc.SimulatedPort;
import dev.onceward.server.store.Judge;
import dev.onceward.server.store.Layout;
import dev.onceward.server.store.RecordStore;
import dev.onceward.server.store.Upkeep;
import io.grpc.Channel;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One server process of the simulation: the real lanes, records, passes and rpc, with a clock of
 * its own that may be wrong. It can be killed at any moment, and started again.
 */
final class Node {
  /** How far past its deadline a lease must be before it counts as ended. */
  static final Duration SKEW_ALLOWANCE = Duration.ofSeconds(3);

  private final World world;
  private final String name;
  private final KeyValueStore shared;
  private final Layout layout;
  private final SplittableRandom random;
  private Duration skew;
  private boolean clockTrusted = true;
  private int lives;
  private AtomicBoolean alive = new AtomicBoolean();
  private NodeTimer timer;
  private @Nullable SimulatedPort port;

  Node(World world, String name, KeyValueStore shared, Layout layout) {
    this.world = world;
    this.name = name;
    this.shared = shared;
    this.layout = layout;
    this.random = world.split();
    this.skew = Duration.ZERO;
    this.timer = new NodeTimer(world, alive::get);
  }

  /** Starts the process, with an empty memory, unless it runs. */
  void start() {
    if (isUp()) {
      return;
    }
    lives++;
    AtomicBoolean life = new AtomicBoolean(true);
    alive = life;
    timer = new NodeTimer(world, life::get);
    Clocks clocks = new Clocks(this::wall, world::nanoTime, timer, random);
    NodeStore store = new NodeStore(shared, timer, life::get);
    TransactionRunner runner =
        new TransactionRunner(store, timer, world::nanoTime, random, StoreObserver.NONE);
    Judge judge = new Judge(SKEW_ALLOWANCE, name, () -> clockTrusted);
    RecordStore records = new RecordStore(layout, judge);
    GroupCommit authority =
        new GroupCommit(
            new GroupCommit.Stores(store, runner, records),
            clocks,
            LaneLimits.DEFAULT.withLanes(2),
            SKEW_ALLOWANCE,
            LaneObserver.NONE);
    SimulatedUpkeep.start(new Upkeep(layout, judge), runner, this::wall, timer, random);
    port = SimulatedPort.open(name + "-" + lives, authority, timer, world::nanoTime);
  }

  /** Kills the process: nothing of it goes on. */
  void crash() {
    alive.set(false);
    if (port != null) {
      port.close();
      port = null;
    }
  }

  boolean isUp() {
    return port != null;
  }

  /** Which life of the process this is. */
  int lives() {
    return lives;
  }

  /** Stops the process for a while, as a collection or a hypervisor does. */
  void pause(Duration length) {
    timer.pause(length);
  }

  /** Sets the process's clock wrong by that much, as far as it is trusted to be. */
  void skew(Duration by, boolean trusted) {
    skew = by;
    clockTrusted = trusted;
  }

  Instant wall() {
    return world.trueTime().plus(skew);
  }

  /** Runs something within the process when it runs. */
  void whenRunning(Runnable task) {
    timer.whenRunning(task);
  }

  /** Where to call it; null while it is down. */
  @Nullable Channel channel() {
    return port == null ? null : port.channel();
  }
}
