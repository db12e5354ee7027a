package dev.onceward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RecordGaugesTest {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final RecordGauges gauges = new RecordGauges(registry);

  private List<String> series() {
    return registry.scrape().lines().filter(line -> line.startsWith("onceward_records{")).toList();
  }

  @Test
  void counted_oneTenant_aSeriesForEachState() {
    gauges.counted(Map.of("shop", Map.of("PROCESSING", 2L, "ARCHIVED", 5L)));

    assertThat(series())
        .containsExactlyInAnyOrder(
            "onceward_records{state=\"PROCESSING\",tenant=\"shop\"} 2.0",
            "onceward_records{state=\"ARCHIVED\",tenant=\"shop\"} 5.0");
  }

  @Test
  void counted_again_newNumbersAndNoTenantOfBefore() {
    gauges.counted(Map.of("gone", Map.of("PROCESSING", 1L), "shop", Map.of("PROCESSING", 1L)));
    gauges.counted(Map.of("shop", Map.of("PROCESSING", 7L)));

    assertThat(series())
        .containsExactly("onceward_records{state=\"PROCESSING\",tenant=\"shop\"} 7.0");
  }

  @Test
  void counted_moreTenantsThanSeries_theSmallestAreSummed() {
    Map<String, Map<String, Long>> counts = new TreeMap<>();
    for (long tenant = 1; tenant <= 103; tenant++) {
      counts.put("t" + tenant, Map.of("SUCCEEDED", tenant));
    }

    gauges.counted(counts);

    assertThat(series())
        .hasSize(RecordGauges.TENANTS_MAX + 1)
        .contains(
            "onceward_records{state=\"SUCCEEDED\",tenant=\"(others)\"} 6.0",
            "onceward_records{state=\"SUCCEEDED\",tenant=\"t4\"} 4.0")
        .noneMatch(line -> line.contains("tenant=\"t3\""));
  }
}
