package dev.onceward.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.sim.SimStore;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Thousands of commands in random batches; again and again the rows that follow from the records
 * are counted anew and compared with the stored ones.
 */
final class HistorySimulation {
  private static final String ROOT = "onceward";
  private static final int BATCHES = 400;
  private static final int BATCHES_BETWEEN_RECOUNTS = 10;
  private static final int KEYS = 60;

  private final SimStore store = new SimStore(Runnable::run);
  private final RecordStore records =
      new RecordStore(new Layout(ROOT, 4), new Judge(Duration.ofSeconds(3), "s-1", () -> true));
  private final Map<RecordKey, Long> versions = new HashMap<>();
  private final Set<State> visited = EnumSet.noneOf(State.class);
  private Instant now = Instant.parse("2026-05-04T20:14:00Z");
  private Recount recount = Recount.of(store, ROOT);

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 8842})
  void decide_randomHistory_storedRowsEqualARecount(long seed) {
    Random random = new Random(seed);
    int commands = 0;
    for (int i = 1; i <= BATCHES; i++) {
      List<Command> batch = batch(random);
      commands += batch.size();
      BatchAttempt attempt =
          new BatchAttempt(random.nextLong(), records.judge().moment(now), batch);
      store.attempt(transaction -> records.decide(transaction, attempt, id -> false)).join();
      now = now.plusMillis(random.nextInt(4_000));
      if (i % BATCHES_BETWEEN_RECOUNTS == 0) {
        recount(seed);
      }
    }
    assertThat(commands).isGreaterThan(3_000);
    assertThat(visited).isEqualTo(EnumSet.allOf(State.class));
  }

  private void recount(long seed) {
    recount = Recount.of(store, ROOT);
    assertThat(recount.differences()).as("seed %d", seed).isEmpty();
    visited.addAll(recount.counters().keySet());
    recount
        .records()
        .forEach(
            (key, record) -> {
              Long before = versions.put(key, record.claim().version());
              assertThat(record.claim().version())
                  .isGreaterThanOrEqualTo(before == null ? 1 : before);
            });
  }

  private List<Command> batch(Random random) {
    List<Command> batch = new ArrayList<>();
    int size = 1 + random.nextInt(20);
    for (int i = 0; i < size; i++) {
      batch.add(command(random));
    }
    return batch;
  }

  private Command command(Random random) {
    RecordKey key = Calls.key("K-" + random.nextInt(KEYS));
    Record known = recount.records().get(key);
    if (known == null || random.nextInt(3) == 0) {
      return Calls.begin(
          key, "attempt-" + random.nextInt(1_000), any(random, LeaseExpiry.values()));
    }
    return switch (random.nextInt(8)) {
      case 0, 1 -> Calls.complete(known, payload(random), "O-" + random.nextInt(5));
      case 2, 3 -> Calls.fail(known, any(random, FailureKind.values()), payload(random));
      case 4, 5 ->
          Calls.renew(
              known, random.nextBoolean() ? LeaseExpiry.HOLD : null, "O-" + random.nextInt(5));
      case 6 -> Calls.retain(key, now.plusSeconds(random.nextInt(1_000)));
      default -> Calls.get(key);
    };
  }

  private static <E> E any(Random random, E[] values) {
    return values[random.nextInt(values.length)];
  }

  private static Payload payload(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> Payload.EMPTY;
      case 1 -> Calls.payload(1 + random.nextInt(200_000), random.nextInt(100));
      case 2 -> Payload.withheld("text/plain", Payload.sha256(Calls.payload(9, 9).digest()), 7_000);
      default -> Calls.payload(1 + random.nextInt(5_000), random.nextInt(100));
    };
  }
}
