package dev.onceward.server.proof;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The timer of one server process: its tasks run in the world's time, and none runs once the
 * process is dead. A process that is paused runs what was due when it goes on.
 */
final class NodeTimer extends AbstractExecutorService implements ScheduledExecutorService {
  private final World world;
  private final BooleanSupplier alive;
  private long pausedUntilNanos;

  NodeTimer(World world, BooleanSupplier alive) {
    this.world = world;
    this.alive = alive;
  }

  /** Lets nothing run for a while. */
  void pause(Duration length) {
    pausedUntilNanos = world.nanoTime() + length.toNanos();
  }

  /** Runs a task when the process runs, if it still does by then. */
  void whenRunning(Runnable task) {
    long wait = pausedUntilNanos - world.nanoTime();
    if (wait > 0) {
      world.after(Duration.ofNanos(wait), () -> whenRunning(task));
    } else if (alive.getAsBoolean()) {
      task.run();
    }
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
    Scheduled<V> scheduled = new Scheduled<>(callable);
    long nanos = Math.max(0, unit.toNanos(delay));
    scheduled.task = world.after(Duration.ofNanos(nanos), () -> whenRunning(scheduled));
    return scheduled;
  }

  @Override
  public void execute(Runnable command) {
    world.execute(() -> whenRunning(command));
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
  public void shutdown() {}

  @Override
  public List<Runnable> shutdownNow() {
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return !alive.getAsBoolean();
  }

  @Override
  public boolean isTerminated() {
    return !alive.getAsBoolean();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }

  private final class Scheduled<V> extends FutureTask<V> implements ScheduledFuture<V> {
    private World.@Nullable Task task;

    Scheduled(Callable<V> callable) {
      super(callable);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      if (task != null) {
        task.cancel();
      }
      return super.cancel(mayInterruptIfRunning);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      long due = task == null ? 0 : task.dueNanos();
      return unit.convert(due - world.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
