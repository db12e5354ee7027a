package dev.onceward.server.store;

import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.State;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** How many records there are, from the counter rows of one snapshot. Thread-safe. */
public final class Counts {
  private final Layout layout;

  /** Counts under a layout. */
  public Counts(Layout layout) {
    this.layout = layout;
  }

  /**
   * A tenant's records.
   *
   * @param states how many are in each state, zeros included
   * @param archived how many keys are archived
   */
  public record Count(Map<State, Long> states, long archived) {
    /** Copies the map. */
    public Count {
      states = Map.copyOf(states);
    }
  }

  /** Exact counts of one tenant. */
  public CompletableFuture<Count> of(Transaction transaction, String tenant) {
    return sum(bucket -> Scans.all(transaction, layout.range(bucket, "c", tenant)))
        .thenApply(sum -> sum.counts().getOrDefault(tenant, new Sum.PerCode()).count());
  }

  /** Exact counts of every tenant that ever had a record, by name. */
  public CompletableFuture<Map<String, Count>> ofAll(Transaction transaction) {
    return sum(bucket -> Scans.all(transaction, layout.range(bucket, "c")))
        .thenApply(
            sum -> {
              Map<String, Count> counts = new TreeMap<>();
              sum.counts().forEach((tenant, codes) -> counts.put(tenant, codes.count()));
              return counts;
            });
  }

  private CompletableFuture<Sum> sum(IntFunction<CompletableFuture<List<Row>>> rowsOfBucket) {
    List<CompletableFuture<List<Row>>> scans =
        IntStream.range(0, layout.bucketCount()).mapToObj(rowsOfBucket).toList();
    return CompletableFuture.allOf(scans.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            all -> {
              Sum sum = new Sum();
              scans.forEach(scan -> scan.getNow(List.of()).forEach(sum::add));
              return sum;
            });
  }

  /** Counter rows, added up. Used by one transaction, one row at a time. */
  private static final class Sum {
    private final Map<String, PerCode> counts = new TreeMap<>();

    Map<String, PerCode> counts() {
      return counts;
    }

    void add(Row row) {
      var key = Layout.rest(row.key());
      long value = ByteBuffer.wrap(row.value()).order(ByteOrder.LITTLE_ENDIAN).getLong();
      counts
          .computeIfAbsent(key.getString(0), tenant -> new PerCode())
          .codes
          .merge((int) key.getLong(1), value, Long::sum);
    }

    /** One tenant's sums. */
    private static final class PerCode {
      private final Map<Integer, Long> codes = new TreeMap<>();

      Count count() {
        Map<State, Long> states = new EnumMap<>(State.class);
        for (State state : State.values()) {
          states.put(state, codes.getOrDefault(Codes.STATE.code(state), 0L));
        }
        return new Count(states, codes.getOrDefault(Codes.ARCHIVED, 0L));
      }
    }
  }
}
