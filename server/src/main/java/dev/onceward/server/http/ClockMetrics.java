package dev.onceward.server.http;

import dev.onceward.server.lifecycle.ClockObserver;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** {@code onceward_clock_skew_seconds} and {@code onceward_clock_trusted}. Thread-safe. */
public final class ClockMetrics implements ClockObserver {
  private volatile Duration skew = Duration.ZERO;
  private volatile boolean trusted;

  /** Meters in {@code registry}. */
  public ClockMetrics(MeterRegistry registry) {
    Gauge.builder("onceward.clock.skew", () -> skew.toMillis() / 1_000.0)
        .description("This server's wall clock, ahead of the median of all servers'")
        .baseUnit("seconds")
        .register(registry);
    Gauge.builder("onceward.clock.trusted", () -> trusted ? 1 : 0)
        .description("Whether this server grants claims and judges leases by its clock")
        .register(registry);
  }

  @Override
  public void judged(Duration skew, boolean trusted) {
    this.skew = skew;
    this.trusted = trusted;
  }
}
