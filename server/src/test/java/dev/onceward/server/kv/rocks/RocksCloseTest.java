package dev.onceward.server.kv.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.Causes;
import dev.onceward.server.kv.Probe;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.Watch;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Closing while work goes on. A mistake here does not fail a test, it ends the process. */
@Timeout(60)
final class RocksCloseTest {
  private final ExecutorService others = Executors.newFixedThreadPool(4);

  @TempDir Path directory;
  private RocksStore store;
  private Probe probe;

  @BeforeEach
  void openStore() {
    store = RocksStore.open(new RocksOptions(directory, 8));
    probe = new Probe(store);
  }

  @AfterEach
  void closeStore() {
    store.close();
    others.shutdownNow();
  }

  @Test
  void close_attemptInFlight_waitsForItsCommit() {
    Probe.Held held = probe.hold();
    held.tx().set(probe.key("a"), Probe.bytes("1"));

    CompletableFuture<Void> closing = CompletableFuture.runAsync(store::close, others);
    while (store.healthy()) {
      Thread.onSpinWait();
    }

    assertThat(closing).isNotDone();
    assertThat(Probe.await(held.tx().read(probe.key("a")))).isNull();
    Probe.await(held.commit());
    Probe.await(closing);
    try (RocksStore again = RocksStore.open(new RocksOptions(directory, 1))) {
      assertThat(probe.on(again).get("a")).isEqualTo("1");
    }
  }

  @Test
  void close_scansAndCommitsFromManyThreads_eachEndsOrIsRefused() {
    probe.write(
        tx ->
            IntStream.range(0, 2_000)
                .forEach(i -> tx.set(probe.key("r" + i), Probe.bytes("some value"))));
    AtomicLong ended = new AtomicLong();
    List<CompletableFuture<Void>> workers =
        IntStream.range(0, 3)
            .mapToObj(i -> CompletableFuture.runAsync(() -> workUntilRefused(ended), others))
            .toList();
    while (ended.get() < 50) {
      Thread.onSpinWait();
    }

    Probe.await(CompletableFuture.runAsync(store::close, others));

    workers.forEach(Probe::await);
  }

  private void workUntilRefused(AtomicLong ended) {
    try {
      for (int i = 0; i < 1_000_000; i++) {
        assertThat(probe.scan("r", "s", 10_000)).hasSize(2_000);
        probe.set("other", "value");
        ended.incrementAndGet();
      }
    } catch (RuntimeException e) {
      assertThat(Causes.of(e)).isInstanceOf(StoreException.class);
    }
  }

  @Test
  void close_watchesOpen_fireSoThatTheirOwnersLook() {
    Watch watch = store.watch(probe.key("a"));
    Probe.await(watch.armed());

    store.close();

    assertThat(watch.fired()).isCompleted();
  }
}
