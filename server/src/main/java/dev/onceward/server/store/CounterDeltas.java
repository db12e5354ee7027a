package dev.onceward.server.store;

import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.State;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The counter changes of one transaction, added up so that each counter row is written once. Not
 * thread-safe.
 */
final class CounterDeltas {
  private record Counter(int bucket, String tenant, State state) {}

  private final Map<Counter, Long> deltas = new LinkedHashMap<>();

  void add(int bucket, String tenant, State state, long delta) {
    deltas.merge(new Counter(bucket, tenant, state), delta, Long::sum);
  }

  void writeTo(Transaction transaction, Layout layout) {
    deltas.forEach(
        (counter, delta) -> {
          if (delta != 0) {
            transaction.add(
                layout.counter(counter.bucket, counter.tenant, Codes.STATE.code(counter.state)),
                delta);
          }
        });
  }
}
