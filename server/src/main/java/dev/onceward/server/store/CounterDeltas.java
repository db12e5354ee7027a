package dev.onceward.server.store;

import dev.onceward.server.kv.Transaction;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The counter changes of one transaction, added up so that each counter row is written once. Not
 * thread-safe.
 */
final class CounterDeltas {
  private record Counter(int bucket, String tenant, int code) {}

  private final Map<Counter, Long> deltas = new LinkedHashMap<>();

  /** Adds to the counter of a state, or of archived keys. */
  void add(int bucket, String tenant, int code, long delta) {
    deltas.merge(new Counter(bucket, tenant, code), delta, Long::sum);
  }

  void writeTo(Transaction transaction, Layout layout) {
    deltas.forEach(
        (counter, delta) -> {
          if (delta != 0) {
            transaction.add(layout.counter(counter.bucket, counter.tenant, counter.code), delta);
          }
        });
  }
}
