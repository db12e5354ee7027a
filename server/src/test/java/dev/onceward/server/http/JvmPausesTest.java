package dev.onceward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class JvmPausesTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
  private final AtomicLong clock = new AtomicLong();
  private final JvmPauses pauses = JvmPauses.watch(registry, scheduler, clock::get);
  private final Timer timer = registry.get("onceward.jvm.pause").timer();

  @AfterEach
  void stop() {
    pauses.close();
    scheduler.shutdownNow();
  }

  private void sampleAfter(Duration elapsed) {
    clock.addAndGet(elapsed.toNanos());
    pauses.sample();
  }

  @Test
  void sample_onTime_recordsNothing() {
    sampleAfter(JvmPauses.PERIOD);
    sampleAfter(JvmPauses.PERIOD.plus(JvmPauses.THRESHOLD));

    assertThat(timer.count()).isZero();
  }

  @Test
  void sample_late_recordsByHowMuch() {
    sampleAfter(JvmPauses.PERIOD.plusMillis(700));

    assertThat(timer.count()).isEqualTo(1);
    assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(700);
  }

  @Test
  void close_endsTheSampling() {
    pauses.close();

    assertThat(scheduler.getQueue()).allMatch(task -> ((Future<?>) task).isCancelled());
  }
}
