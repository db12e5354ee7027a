package dev.onceward.server.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.HandTimer;
import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.StoreObserver;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.kv.sim.SimStore;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.store.Calls;
import dev.onceward.server.store.Judge;
import dev.onceward.server.store.Layout;
import dev.onceward.server.store.RecordStore;
import dev.onceward.server.store.Recount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * A server's authority over a store in memory, with time moved by hand and everything done on the
 * test's thread. Its wall clock follows the timer, plus what a test adds.
 */
final class Rig {
  static final Instant START = Instant.parse("2026-05-04T20:14:00Z");
  static final Duration SKEW = Duration.ofSeconds(3);
  static final Judge JUDGE = new Judge(SKEW, "s-1", () -> true);
  static final Duration DEADLINE = Duration.ofSeconds(5);

  private static final String ROOT = "onceward";
  private static final Duration STEP = Duration.ofMillis(5);

  private final long seed;

  final SimStore sim;
  final HandTimer timer;
  final UnrulyStore store;
  final HandWatches watches;
  final RecordStore records;
  final GroupCommit authority;
  final List<Integer> batches = new ArrayList<>();
  Duration wallAhead = Duration.ZERO;
  boolean wallStopped;
  IntConsumer onBatch = batches::add;
  int answersFromMemory;

  /** One lane on a store of its own. */
  Rig() {
    this(LaneLimits.DEFAULT.withLanes(1));
  }

  Rig(LaneLimits limits) {
    this(limits, new SimStore(Runnable::run), new HandTimer(), 1);
  }

  private Rig(LaneLimits limits, SimStore sim, HandTimer timer, long seed) {
    this.seed = seed;
    this.sim = sim;
    this.timer = timer;
    this.store = new UnrulyStore(sim);
    this.watches = new HandWatches(store);
    this.records = new RecordStore(new Layout(ROOT, 16), JUDGE);
    this.authority = authority(limits, store);
  }

  /** Another server on the same store, with a clock of its own. */
  Rig neighbour() {
    return new Rig(LaneLimits.DEFAULT.withLanes(1), sim, timer, seed + 1);
  }

  /** An authority on the rig's store whose watches are those of {@code watched}. */
  GroupCommit authority(LaneLimits limits, KeyValueStore watched) {
    Random random = new Random(seed);
    Clocks clocks = new Clocks(this::now, timer::nanoTime, timer, random);
    TransactionRunner runner =
        new TransactionRunner(store, timer, timer::nanoTime, random, StoreObserver.NONE);
    return new GroupCommit(
        new GroupCommit.Stores(watched, runner, records), clocks, limits, SKEW, observer());
  }

  private LaneObserver observer() {
    return new LaneObserver() {
      @Override
      public void batchDone(int commands) {
        onBatch.accept(commands);
      }

      @Override
      public void answeredFromMemory() {
        answersFromMemory++;
      }
    };
  }

  Instant now() {
    return START.plusNanos(wallStopped ? 0 : timer.nanoTime()).plus(wallAhead);
  }

  /** The version of a claim made now. */
  long versionNow() {
    return now().toEpochMilli() * 1_000;
  }

  Ask asking(Command command) {
    return asking(command, DEADLINE, () -> false);
  }

  Ask asking(Command command, Duration deadline, BooleanSupplier cancelled) {
    long end = timer.nanoTime() + deadline.toNanos();
    return new Ask(command, Duration.ZERO, false, end, cancelled);
  }

  CompletableFuture<Answer> ask(Command command) {
    return authority.ask(asking(command));
  }

  /** Asks without an interest in the answer. */
  void send(Command command) {
    var unused = ask(command);
  }

  /** A command whose commit is held, so that what comes next has to queue. */
  CompletableFuture<Answer> occupied() {
    store.next(UnrulyStore.Fate.HELD);
    Command command = Calls.begin(Calls.key("occupied"), "o");
    return authority.ask(asking(command, Duration.ofMinutes(1), () -> false));
  }

  void occupy() {
    var unused = occupied();
  }

  CompletableFuture<Answer> askWithPayload(Command command) {
    long end = timer.nanoTime() + DEADLINE.toNanos();
    return authority.ask(new Ask(command, Duration.ZERO, true, end, () -> false));
  }

  CompletableFuture<Answer> askWaiting(Command command, Duration wait) {
    return authority.ask(waiting(command, wait));
  }

  Ask waiting(Command command, Duration wait) {
    long end = timer.nanoTime() + wait.plus(DEADLINE).toNanos();
    return new Ask(command, wait, false, end, () -> false);
  }

  /** Asks, and lets time pass until there is an answer. */
  Answer answer(Command command) {
    return settled(ask(command));
  }

  /** Lets time pass until there is an answer, a minute at most. */
  Answer settled(CompletableFuture<Answer> answer) {
    for (int i = 0; i < 12_000 && !answer.isDone(); i++) {
      timer.advance(STEP);
    }
    assertThat(answer).isCompleted();
    return answer.join();
  }

  Answer.Begun begun(Command command) {
    return (Answer.Begun) answer(command);
  }

  /** The record of a Begin's answer. */
  Record claimed(Command command) {
    return begun(command).record();
  }

  static Reason reasonOf(Answer answer) {
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    return ((Answer.Refused) answer).reason();
  }

  /** The record that every answer but a refusal carries. */
  static Record recordOf(Answer answer) {
    if (answer instanceof Answer.Begun begun) {
      return begun.record();
    }
    return answer instanceof Answer.Renewed renewed
        ? renewed.record()
        : ((Answer.Known) answer).record();
  }

  Record stored(RecordKey key) {
    return Objects.requireNonNull(Recount.of(sim, ROOT).records().get(key));
  }

  boolean isStored(RecordKey key) {
    return Recount.of(sim, ROOT).records().containsKey(key);
  }

  Map<State, Long> counters() {
    return Recount.of(sim, ROOT).counters();
  }

  /** No row is missing, none is stray, no counter is off. */
  void assertSound() {
    assertThat(Recount.of(sim, ROOT).differences()).isEmpty();
  }
}
