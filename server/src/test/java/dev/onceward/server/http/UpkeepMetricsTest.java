package dev.onceward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.lifecycle.UpkeepObserver.Outcome;
import dev.onceward.server.store.Chore;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class UpkeepMetricsTest {
  private final MockClock clock = new MockClock();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(), clock);
  private final UpkeepMetrics metrics = new UpkeepMetrics(registry);

  private List<String> scraped() {
    return registry.scrape().lines().toList();
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void rows_areCountedFromZeroByChoreAndOutcome() {
    String series = "onceward_upkeep_rows_total{chore=\"tiers\",outcome=\"deferred\"} ";
    assertThat(scraped()).contains(series + "0.0");

    metrics.looked(Chore.TIERS, Outcome.DEFERRED, 3);

    assertThat(scraped())
        .contains(
            series + "3.0", "onceward_upkeep_rows_total{chore=\"leases\",outcome=\"stored\"} 0.0");
  }

  @Test
  void failures_areCountedByChore() {
    metrics.failed(Chore.ARCHIVE);

    assertThat(scraped())
        .contains(
            "onceward_upkeep_failures_total{chore=\"archive\"} 1.0",
            "onceward_upkeep_failures_total{chore=\"leases\"} 0.0");
  }

  @Test
  void retentionLag_isTheWorseOfTiersAndArchive() {
    metrics.passed(Chore.LEASES, seconds(2), Duration.ZERO);
    metrics.passed(Chore.TIERS, seconds(40), Duration.ZERO);
    metrics.passed(Chore.ARCHIVE, seconds(30), Duration.ZERO);

    assertThat(scraped())
        .contains("onceward_reaper_lag_seconds 2.0", "onceward_retention_lag_seconds 40.0");
  }

  @Test
  void lag_noPassEnds_grows() {
    metrics.passed(Chore.LEASES, seconds(2), Duration.ZERO);

    clock.add(UpkeepMetrics.QUIET);
    assertThat(scraped()).contains("onceward_reaper_lag_seconds 2.0");
    clock.add(seconds(60));

    assertThat(scraped()).contains("onceward_reaper_lag_seconds 62.0");
  }

  @Test
  void oldestClaim_isShownForAWhileAfterAPassHasMetIt() {
    metrics.passed(Chore.LEASES, Duration.ZERO, seconds(500));
    metrics.passed(Chore.LEASES, Duration.ZERO, Duration.ZERO);
    assertThat(scraped()).contains("onceward_oldest_processing_seconds 500.0");

    clock.add(Duration.ofMinutes(3));

    assertThat(scraped()).contains("onceward_oldest_processing_seconds 0.0");
  }
}
