package dev.onceward.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.Transaction;
import dev.onceward.server.kv.sim.SimStore;
import dev.onceward.server.record.RecordKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The judge is judged: it finds each kind of row that is missing or stray. */
final class RecountTest {
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final Instant START = Instant.parse("2026-05-04T20:14:00Z");

  private final Layout layout = new Layout("onceward", 64);
  private final int bucket = layout.bucketOf(KEY);
  private final SimStore store = new SimStore(Runnable::run);

  @BeforeEach
  void claim() {
    RecordStore records = new RecordStore(layout, new Judge(Duration.ZERO, "s-1", () -> true));
    BatchAttempt attempt =
        new BatchAttempt(1, records.judge().moment(START), List.of(Calls.begin(KEY, "a")));
    store.attempt(transaction -> records.decide(transaction, attempt, id -> false)).join();
    assertThat(differences()).isEmpty();
  }

  private List<String> differences() {
    return Recount.of(store, "onceward").differences();
  }

  private void spoil(Consumer<Transaction> change) {
    store
        .attempt(
            transaction -> {
              change.accept(transaction);
              return CompletableFuture.completedFuture(null);
            })
        .join();
  }

  @Test
  void differences_counterOff_found() {
    spoil(transaction -> transaction.add(layout.counter(bucket, KEY.tenant(), 1), 1));
    assertThat(differences()).hasSize(2);
  }

  @Test
  void differences_dueRowMissing_found() {
    long due = START.plus(Calls.LEASE).toEpochMilli();
    spoil(transaction -> transaction.clear(layout.due(bucket, DueClass.LEASE, due, KEY)));
    assertThat(differences()).singleElement().asString().startsWith("missing");
  }

  @Test
  void differences_dueRowAfterTheLease_found() {
    long due = START.plus(Calls.LEASE).plusMillis(1).toEpochMilli();
    spoil(
        transaction -> transaction.set(layout.due(bucket, DueClass.LEASE, due, KEY), new byte[0]));
    assertThat(differences()).singleElement().asString().startsWith("stray");
  }

  @Test
  void differences_strayReference_found() {
    spoil(transaction -> transaction.set(layout.reference(bucket, KEY, "O-501"), new byte[0]));
    assertThat(differences()).singleElement().asString().startsWith("stray");
  }

  @Test
  void differences_strayChunk_found() {
    spoil(transaction -> transaction.set(layout.chunk(bucket, KEY, 0), new byte[1]));
    assertThat(differences()).singleElement().asString().startsWith("stray");
  }
}
