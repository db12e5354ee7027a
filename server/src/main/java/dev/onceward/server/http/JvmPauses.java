package dev.onceward.server.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * {@code onceward_jvm_pause_seconds}: how long the whole process stood still, as seen by a task
 * that should run every 100 ms. Garbage collection, a stopped container and a starved machine all
 * look alike from inside, and all of them let leases run out.
 */
public final class JvmPauses implements AutoCloseable {
  static final Duration PERIOD = Duration.ofMillis(100);

  /** A delay below this is how schedulers are. */
  static final Duration THRESHOLD = Duration.ofMillis(20);

  private final LongSupplier nanoTime;
  private final Timer pauses;
  private final ScheduledFuture<?> task;
  private long lastNanos;

  private JvmPauses(
      MeterRegistry registry, ScheduledExecutorService scheduler, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.pauses =
        Timer.builder("onceward.jvm.pause")
            .description("Times for which the whole process stood still")
            .serviceLevelObjectives(
                Duration.ofMillis(50),
                Duration.ofMillis(100),
                Duration.ofMillis(500),
                Duration.ofSeconds(1),
                Duration.ofSeconds(5))
            .register(registry);
    this.lastNanos = nanoTime.getAsLong();
    this.task =
        scheduler.scheduleWithFixedDelay(
            this::sample, PERIOD.toNanos(), PERIOD.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Samples on {@code scheduler} until closed. */
  public static JvmPauses watch(
      MeterRegistry registry, ScheduledExecutorService scheduler, LongSupplier nanoTime) {
    return new JvmPauses(registry, scheduler, nanoTime);
  }

  synchronized void sample() {
    long now = nanoTime.getAsLong();
    long late = now - lastNanos - PERIOD.toNanos();
    lastNanos = now;
    if (late > THRESHOLD.toNanos()) {
      pauses.record(late, TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void close() {
    task.cancel(false);
  }
}
