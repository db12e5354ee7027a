package dev.onceward.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceward.server.kv.HandTimer;
import dev.onceward.server.kv.StoreObserver;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.kv.sim.SimStore;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.store.proto.StoredHeader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StoreHeaderTest {
  private static final String ROOT = "onceward";
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Deque<Runnable> steps = new ArrayDeque<>();
  private final SimStore store = new SimStore(steps::add);
  private final HandTimer timer = new HandTimer();
  private final TransactionRunner runner =
      new TransactionRunner(store, timer, timer::nanoTime, new Random(1), StoreObserver.NONE);

  private static StoreHeader draft(int buckets, int id) {
    return new StoreHeader(
        buckets,
        Bytes.wrap(new byte[] {(byte) id}),
        1,
        Instant.parse("2026-05-04T20:14:00.1234567Z"));
  }

  private CompletableFuture<StoreHeader> open(StoreHeader draft) {
    return StoreHeader.openOrCreate(runner, ROOT, draft, TIMEOUT);
  }

  /** Runs all steps, those of different transactions in turn. */
  private void runSteps() {
    for (Runnable step = steps.poll(); step != null; step = steps.poll()) {
      step.run();
    }
    timer.advance(Duration.ZERO);
  }

  private StoreHeader opened(StoreHeader draft) {
    CompletableFuture<StoreHeader> header = open(draft);
    runSteps();
    return header.join();
  }

  private void put(StoredHeader header) {
    put(header.toByteArray());
  }

  private void put(byte[] value) {
    CompletableFuture<Void> done =
        store.attempt(
            transaction -> {
              transaction.set(Layout.header(ROOT), value);
              return CompletableFuture.completedFuture(null);
            });
    runSteps();
    assertThat(done).isCompleted();
  }

  @Test
  void openOrCreate_noStore_makesItAsDrafted() {
    assertThat(opened(draft(64, 1))).isEqualTo(draft(64, 1));
  }

  @Test
  void openOrCreate_storeExists_ignoresTheDraft() {
    StoreHeader made = opened(draft(64, 1));

    assertThat(opened(draft(128, 2))).isEqualTo(made);
  }

  @Test
  void openOrCreate_twoServersAtOnce_agree() {
    CompletableFuture<StoreHeader> one = open(draft(64, 1));
    CompletableFuture<StoreHeader> other = open(draft(128, 2));
    runSteps();

    assertThat(one.join()).isEqualTo(other.join());
  }

  @Test
  void openOrCreate_unknownFormat_refusesWithBothVersions() throws Exception {
    put(StoredHeader.parseFrom(draft(64, 1).encode()).toBuilder().setFormatVersion(2).build());

    assertRefused("format version 2, this server reads 1");
  }

  @Test
  void openOrCreate_unknownHash_refuses() throws Exception {
    put(StoredHeader.parseFrom(draft(64, 1).encode()).toBuilder().setHashName("md5").build());

    assertRefused("md5");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 4097, Integer.MAX_VALUE})
  void openOrCreate_impossibleBucketCount_refuses(int buckets) throws Exception {
    put(StoredHeader.parseFrom(draft(64, 1).encode()).toBuilder().setBucketCount(buckets).build());

    assertRefused(buckets + " buckets");
  }

  @Test
  void openOrCreate_unreadableHeader_refuses() {
    put(new byte[] {(byte) 0xff, 1, 2});

    assertRefused("cannot be read");
  }

  private void assertRefused(String words) {
    CompletableFuture<StoreHeader> header = open(draft(64, 1));
    runSteps();
    assertThatThrownBy(header::join)
        .hasCauseInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining(words);
  }
}
