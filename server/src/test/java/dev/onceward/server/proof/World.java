package dev.onceward.server.proof;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;

/**
 * Time, chance and the order of all that happens: one queue of tasks, one clock that jumps from
 * task to task, one seed. Tasks that are due at the same moment run in an order that is drawn. Not
 * thread-safe: a run has one thread.
 */
final class World implements Executor {
  private static final Instant START = Instant.parse("2026-05-04T20:14:00Z");
  private static final long STEP_NANOS_MAX = Duration.ofNanos(200_000).toNanos();

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(
          Comparator.<Task>comparingLong(task -> task.dueNanos)
              .thenComparingLong(task -> task.draw)
              .thenComparingLong(task -> task.order));
  private final SplittableRandom random;
  private long nowNanos;
  private long order;
  private long trace = 1;
  private long steps;

  /** Something that is to happen. */
  static final class Task {
    private final long dueNanos;
    private final long draw;
    private final long order;
    private final Runnable body;
    private boolean cancelled;

    private Task(long dueNanos, long draw, long order, Runnable body) {
      this.dueNanos = dueNanos;
      this.draw = draw;
      this.order = order;
      this.body = body;
    }

    void cancel() {
      cancelled = true;
    }

    long dueNanos() {
      return dueNanos;
    }
  }

  World(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A source of chance of its own for a part of the world. */
  SplittableRandom split() {
    return random.split();
  }

  long nanoTime() {
    return nowNanos;
  }

  /** What a clock that is right would show. */
  Instant trueTime() {
    return START.plusNanos(nowNanos);
  }

  /** How much time has passed. */
  Duration age() {
    return Duration.ofNanos(nowNanos);
  }

  Task after(Duration delay, Runnable body) {
    Task task = new Task(nowNanos + delay.toNanos(), random.nextLong(), order++, body);
    tasks.add(task);
    return task;
  }

  /** Runs a task in a moment, as a thread pool would. */
  @Override
  public void execute(Runnable task) {
    after(Duration.ofNanos(random.nextLong(STEP_NANOS_MAX)), task);
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  Duration between(Duration least, Duration most) {
    return Duration.ofNanos(random.nextLong(least.toNanos(), most.toNanos() + 1));
  }

  /** Runs all that falls due within {@code length}. */
  void run(Duration length) {
    long end = nowNanos + length.toNanos();
    for (Task task = tasks.peek(); task != null && task.dueNanos <= end; task = tasks.peek()) {
      tasks.remove(task);
      if (!task.cancelled) {
        nowNanos = Math.max(nowNanos, task.dueNanos);
        steps++;
        task.body.run();
      }
    }
    nowNanos = end;
  }

  /** Adds something observable to the run's fingerprint. */
  void note(Object what) {
    trace = trace * 31 + what.toString().hashCode();
    trace = trace * 31 + nowNanos;
  }

  /** Two runs of one seed have the same. */
  long fingerprint() {
    return trace * 31 + steps;
  }
}
