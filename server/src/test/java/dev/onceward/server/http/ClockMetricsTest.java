package dev.onceward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ClockMetricsTest {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ClockMetrics metrics = new ClockMetrics(registry);

  @Test
  void judged_skewAndVerdictAreShown() {
    assertThat(registry.scrape().lines()).contains("onceward_clock_trusted 0.0");

    metrics.judged(Duration.ofMillis(-300), true);

    assertThat(registry.scrape().lines())
        .contains("onceward_clock_trusted 1.0", "onceward_clock_skew_seconds -0.3");
  }
}
