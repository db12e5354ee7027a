package dev.onceward.server.kv;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A clock and timer that a test moves by hand; due tasks run inside {@link #advance}. Not
 * thread-safe.
 */
public final class HandTimer extends AbstractExecutorService implements ScheduledExecutorService {
  private final PriorityQueue<Task<?>> tasks =
      new PriorityQueue<>(
          Comparator.<Task<?>>comparingLong(task -> task.due)
              .thenComparingLong(task -> task.order));
  private long now;
  private long order;
  private boolean shutdown;

  /** The clock. */
  public long nanoTime() {
    return now;
  }

  /** Moves the clock, running what falls due on the way at its time. */
  public void advance(Duration by) {
    long until = now + by.toNanos();
    for (Task<?> task = tasks.peek(); task != null && task.due <= until; task = tasks.peek()) {
      tasks.remove(task);
      now = Math.max(now, task.due);
      task.run();
    }
    now = until;
  }

  /** How many tasks wait. */
  public int waiting() {
    return tasks.size();
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return schedule(
        () -> {
          command.run();
          return null;
        },
        delay,
        unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    if (shutdown) {
      throw new RejectedExecutionException("shut down");
    }
    Task<V> task = new Task<>(callable, now + unit.toNanos(delay), order++);
    tasks.add(task);
    return task;
  }

  @Override
  public void execute(Runnable command) {
    var unused = schedule(command, 0, TimeUnit.NANOSECONDS);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void shutdown() {
    shutdown = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown = true;
    List<Runnable> left = new ArrayList<>(tasks);
    tasks.clear();
    return left;
  }

  @Override
  public boolean isShutdown() {
    return shutdown;
  }

  @Override
  public boolean isTerminated() {
    return shutdown && tasks.isEmpty();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return isTerminated();
  }

  private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {
    private final long due;
    private final long order;

    Task(Callable<V> callable, long due, long order) {
      super(callable);
      this.due = due;
      this.order = order;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      tasks.remove(this);
      return super.cancel(mayInterruptIfRunning);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - now, TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
