package dev.onceward.server.lifecycle;

import dev.onceward.server.kv.HandTimer;
import dev.onceward.server.kv.StoreObserver;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.kv.faults.Fault;
import dev.onceward.server.kv.faults.FaultRates;
import dev.onceward.server.kv.faults.FaultyStore;
import dev.onceward.server.kv.sim.SimStore;
import dev.onceward.server.store.ServerRow;
import dev.onceward.server.store.ServerRows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Servers that watch their clocks on one store in memory; time is moved by hand. */
final class ClockRig {
  private static final Instant START = Instant.parse("2026-05-04T20:14:00Z");

  // So that the servers' looks are not in step.
  private static final Duration BETWEEN_STARTS = Duration.ofMillis(137);

  private final HandTimer timer = new HandTimer();
  private final SimStore sim = new SimStore(Runnable::run);
  private final ServerRows rows = new ServerRows("onceward");
  private final Random random = new Random(1);
  private final List<Watched> servers = new ArrayList<>();

  /** A server with a wall clock of its own, which goes by the timer, plus what a test adds. */
  final class Watched {
    private final FaultyStore store = new FaultyStore(sim, timer, FaultRates.NONE, 1);
    private final ClockWatch watch;
    private final List<Boolean> verdicts = new ArrayList<>();
    private Duration ahead;
    private Duration lastSkew = Duration.ZERO;

    private Watched(String name, Duration ahead) {
      this.ahead = ahead;
      TransactionRunner runner =
          new TransactionRunner(store, timer, timer::nanoTime, random, StoreObserver.NONE);
      this.watch =
          ClockWatch.start(
              new ClockWatch.Means(rows, runner, this::now, timer::nanoTime, timer),
              name,
              random.nextLong(),
              this::judged);
    }

    private Instant now() {
      return START.plusNanos(timer.nanoTime()).plus(ahead);
    }

    private void judged(Duration skew, boolean trusted) {
      lastSkew = skew;
      verdicts.add(trusted);
    }

    boolean trusts() {
      return watch.getAsBoolean();
    }

    /** Every verdict so far. */
    List<Boolean> verdicts() {
      return verdicts;
    }

    Duration skew() {
      return lastSkew;
    }

    /** Sets its wall clock forward by so much. */
    void set(Duration by) {
      ahead = ahead.plus(by);
    }

    /** The store answers it, or does not; a server without it is dead to the others. */
    void reaches(boolean reached) {
      store.rates(reached ? FaultRates.NONE : FaultRates.NONE.with(Fault.UNAVAILABLE, 1));
    }

    /** Stops it in order. */
    void leave() {
      var left = watch.leave();
      pass(Duration.ofMillis(1));
      assert left.isDone();
    }

    List<Integer> buckets(int count) {
      return IntStream.range(0, count).filter(watch.assignment()::isMine).boxed().toList();
    }
  }

  /** Starts a server whose clock is right. */
  Watched server(String name) {
    return server(name, Duration.ZERO);
  }

  Watched server(String name, Duration ahead) {
    pass(BETWEEN_STARTS);
    Watched server = new Watched(name, ahead);
    servers.add(server);
    pass(Duration.ofMillis(1));
    return server;
  }

  void pass(Duration time) {
    timer.advance(time);
  }

  void storeAnswers(boolean answers) {
    servers.forEach(server -> server.reaches(answers));
  }

  List<String> names() {
    return sim.attempt(rows::all).join().stream().map(ServerRow::server).toList();
  }
}
