package dev.onceward.server.kv.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.Probe;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.StoreException.Kind;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** RocksDB finds conflicts only among the writes that it remembers in memory. */
final class RocksHistoryTest {
  private static final long SMALL_WRITE_BUFFER = 64 << 10;

  @TempDir Path directory;

  @Test
  void guard_snapshotOlderThanTheHistory_conflictAndTheStoreGoesOn() {
    try (RocksStore store = RocksStore.open(RocksOptions.at(directory), SMALL_WRITE_BUFFER)) {
      Probe probe = new Probe(store);
      Probe.Held held = probe.hold();
      held.tx().guard(probe.key("never written"));
      held.tx().set(probe.key("a"), Probe.bytes("1"));

      for (int i = 0; i < 100; i++) {
        probe.set("other" + i, "x".repeat(20_000));
      }

      StoreException failure = failure(held.commit());
      assertThat(failure.kind()).isEqualTo(Kind.CONFLICT);
      assertThat(failure)
          .cause()
          .isInstanceOfSatisfying(
              RocksDBException.class,
              cause -> assertThat(cause.getStatus().getCode()).isEqualTo(Status.Code.TryAgain));
      probe.set("a", "2");
      assertThat(probe.get("a")).isEqualTo("2");
    }
  }

  private static StoreException failure(CompletableFuture<String> result) {
    return (StoreException) Probe.await(result.handle((value, error) -> error));
  }
}
