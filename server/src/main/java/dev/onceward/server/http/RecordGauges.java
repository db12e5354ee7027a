package dev.onceward.server.http;

import dev.onceward.server.lifecycle.CensusObserver;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code onceward_records}: how many records there are, by tenant and state. The largest tenants
 * have series of their own, all others share one, so that their number is bounded whatever callers
 * do. Thread-safe.
 */
public final class RecordGauges implements CensusObserver {
  static final int TENANTS_MAX = 100;

  // Should a tenant be called so, it is added to the others.
  static final String OTHERS = "(others)";

  private final MultiGauge gauge;

  /** Meters in {@code registry}. */
  public RecordGauges(MeterRegistry registry) {
    gauge =
        MultiGauge.builder("onceward.records")
            .description("Records on the store; the same on each of its servers")
            .register(registry);
  }

  @Override
  public void counted(Map<String, Map<String, Long>> counts) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    bounded(counts)
        .forEach(
            (tenant, states) ->
                states.forEach(
                    (state, records) ->
                        rows.add(
                            MultiGauge.Row.of(
                                Tags.of("tenant", tenant, "state", state), records))));
    gauge.register(rows, true);
  }

  private static Map<String, Map<String, Long>> bounded(Map<String, Map<String, Long>> counts) {
    List<Map.Entry<String, Map<String, Long>>> largestFirst = new ArrayList<>(counts.entrySet());
    largestFirst.sort(
        Comparator.<Map.Entry<String, Map<String, Long>>>comparingLong(
                tenant -> -tenant.getValue().values().stream().mapToLong(Long::longValue).sum())
            .thenComparing(Map.Entry.comparingByKey()));
    Map<String, Map<String, Long>> bounded = new TreeMap<>();
    for (int i = 0; i < largestFirst.size(); i++) {
      String label = i < TENANTS_MAX ? largestFirst.get(i).getKey() : OTHERS;
      Map<String, Long> sums = bounded.computeIfAbsent(label, name -> new TreeMap<>());
      largestFirst
          .get(i)
          .getValue()
          .forEach((state, records) -> sums.merge(state, records, Long::sum));
    }
    return bounded;
  }
}
