package dev.onceward.server.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.HandTimer;
import dev.onceward.server.kv.StoreObserver;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.kv.sim.SimStore;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.store.Calls;
import dev.onceward.server.store.Layout;
import dev.onceward.server.store.RecordStore;
import dev.onceward.server.store.Recount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two servers on one store that race for the same keys, 64 strangers a round: exactly one gets
 * EXECUTE, and all others its result.
 */
final class RivalsSimulation {
  private static final String ROOT = "onceward";
  private static final int ROUNDS = 1_000;
  private static final int ROUNDS_OF_THREADS = 300;
  private static final int BEGINS = 64;

  private final List<Runnable> steps = new ArrayList<>();
  private final HandTimer timer = new HandTimer();
  private boolean inOrder;

  private static GroupCommit server(SimStore store, Clocks clocks) {
    TransactionRunner runner =
        new TransactionRunner(
            store, clocks.timer(), clocks.nanoTime(), clocks.random(), StoreObserver.NONE);
    return new GroupCommit(
        new GroupCommit.Stores(store, runner, new RecordStore(new Layout(ROOT, 4), Rig.JUDGE)),
        clocks,
        LaneLimits.DEFAULT.withLanes(2),
        Rig.SKEW,
        LaneObserver.NONE);
  }

  private static Ask ask(Command command, long nowNanos) {
    return waiting(command, Duration.ZERO, nowNanos);
  }

  private static Ask waiting(Command command, Duration wait, long nowNanos) {
    long end = nowNanos + wait.plusSeconds(30).toNanos();
    return new Ask(command, wait, false, end, () -> false);
  }

  /** Sends a round's Begins to both servers in turn. */
  private static List<CompletableFuture<Answer>> race(
      List<GroupCommit> servers, RecordKey key, Duration wait, long nowNanos) {
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    for (int i = 0; i < BEGINS; i++) {
      Command begin = Calls.begin(key, "attempt-" + i, LeaseExpiry.HOLD);
      answers.add(servers.get(i % 2).ask(waiting(begin, wait, nowNanos)));
    }
    return answers;
  }

  private static Decision decisionOf(CompletableFuture<Answer> answer) {
    return ((Answer.Begun) answer.join()).decision();
  }

  private static Record winner(List<CompletableFuture<Answer>> answers) {
    return answers.stream()
        .filter(answer -> decisionOf(answer) == Decision.EXECUTE)
        .map(answer -> Rig.recordOf(answer.join()))
        .findFirst()
        .orElseThrow();
  }

  private static void assertSound(SimStore store, int rounds) {
    Recount recount = Recount.of(store, ROOT);
    assertThat(recount.differences()).isEmpty();
    assertThat(recount.counters()).isEqualTo(Map.of(State.SUCCEEDED, (long) rounds));
    assertThat(recount.records().values())
        .allSatisfy(record -> assertThat(record.revision()).isEqualTo(2));
  }

  /** The store's steps, in an order drawn from the seed. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 8842})
  void begin_stepsInRandomOrder_oneExecuteARound(long seed) {
    Random random = new Random(seed);
    SimStore store = new SimStore(this::step);
    List<GroupCommit> servers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Random ids = new Random(random.nextLong());
      servers.add(server(store, new Clocks(this::now, timer::nanoTime, timer, ids)));
    }
    for (int round = 0; round < ROUNDS; round++) {
      List<CompletableFuture<Answer>> answers =
          race(servers, Calls.key("K-" + round), Duration.ZERO, timer.nanoTime());
      runStepsUntilDone(answers, random);
      assertThat(answers)
          .extracting(RivalsSimulation::decisionOf)
          .containsOnlyOnce(Decision.EXECUTE)
          .containsOnly(Decision.EXECUTE, Decision.IN_PROGRESS);
      Command complete = Calls.complete(winner(answers), Payload.EMPTY);
      List<CompletableFuture<Answer>> reports =
          servers.stream().map(server -> server.ask(ask(complete, timer.nanoTime()))).toList();
      runStepsUntilDone(reports, random);
      assertThat(reports.get(0).join()).isEqualTo(reports.get(1).join());
    }
    inOrder = true;
    assertSound(store, ROUNDS);
  }

  private Instant now() {
    return Rig.START.plusNanos(timer.nanoTime());
  }

  private void step(Runnable step) {
    if (inOrder) {
      step.run();
    } else {
      steps.add(step);
    }
  }

  private void runStepsUntilDone(List<CompletableFuture<Answer>> open, Random random) {
    while (!open.stream().allMatch(CompletableFuture::isDone)) {
      if (steps.isEmpty()) {
        timer.advance(Duration.ofMillis(1));
      } else {
        steps.remove(random.nextInt(steps.size())).run();
      }
    }
  }

  /** Real threads, and strangers who wait: whoever wins completes, and that wakes all others. */
  @Test
  void begin_threadsAndWaiters_oneExecuteARoundAndItsResultForAll() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    try {
      SimStore store = new SimStore(threads);
      List<GroupCommit> servers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        servers.add(
            server(store, new Clocks(Instant::now, System::nanoTime, clock, new Random(i))));
      }
      for (int round = 0; round < ROUNDS_OF_THREADS; round++) {
        List<CompletableFuture<Answer>> answers =
            race(servers, Calls.key("K-" + round), Duration.ofSeconds(20), System.nanoTime());
        List<CompletableFuture<Answer>> ends = new ArrayList<>();
        for (CompletableFuture<Answer> answer : answers) {
          ends.add(answer.thenCompose(told -> completed(servers.get(0), told)));
        }
        CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new))
            .get(60, TimeUnit.SECONDS);
        assertThat(answers)
            .extracting(RivalsSimulation::decisionOf)
            .containsOnlyOnce(Decision.EXECUTE)
            .containsOnly(Decision.EXECUTE, Decision.REPLAY);
      }
      assertSound(store, ROUNDS_OF_THREADS);
    } finally {
      threads.shutdownNow();
      clock.shutdownNow();
    }
  }

  private static CompletableFuture<Answer> completed(GroupCommit server, Answer told) {
    return told instanceof Answer.Begun begun && begun.decision() == Decision.EXECUTE
        ? server.ask(ask(Calls.complete(begun.record(), Payload.EMPTY), System.nanoTime()))
        : CompletableFuture.completedFuture(told);
  }
}
