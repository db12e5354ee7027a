package dev.onceward.server.kv.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.Probe;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is left after a power loss: of each file, the bytes up to its last sync for certain, and
 * beyond them anything. The test copies a live store, cuts the copy's log there and opens it.
 */
final class RocksPowerLossTest {
  private static final long SEED = Long.getLong("onceward.seed", System.nanoTime());

  private final Random random = new Random(SEED);

  @TempDir Path temp;
  private RocksStore store;
  private Probe probe;
  private int copies;

  @BeforeEach
  void openStore() {
    store = RocksStore.open(RocksOptions.at(temp.resolve("live")));
    probe = new Probe(store);
    System.out.println("seed " + SEED);
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  @Test
  void commit_alone_syncsBeforeItsAcknowledgement() {
    for (int i = 0; i < 20; i++) {
      long before = store.walSyncs();
      probe.set("row" + i, "x");
      assertThat(store.walSyncs()).isGreaterThan(before);
    }
  }

  @Test
  void commit_amongManyOthers_aSyncFallsBetweenItsStartAndItsAcknowledgement() {
    List<CompletableFuture<Long>> syncs =
        IntStream.range(0, 500).mapToObj(this::syncsDuringCommit).toList();

    assertThat(syncs).allSatisfy(count -> assertThat(Probe.await(count)).isPositive());
    assertThat(store.walSyncs()).as("commits share syncs").isLessThan(500);
  }

  private CompletableFuture<Long> syncsDuringCommit(int row) {
    CompletableFuture<Long> before = new CompletableFuture<>();
    return probe
        .attempt(
            tx -> {
              tx.set(probe.key("row" + row), Probe.bytes("x"));
              before.complete(store.walSyncs());
            })
        .thenCombine(before, (done, earlier) -> store.walSyncs() - earlier);
  }

  @Test
  void powerLoss_atTheAcknowledgement_rowStands() throws IOException {
    for (int i = 0; i < 5; i++) {
      probe.set("row" + i, "x".repeat(random.nextInt(40_000)));
      // Nothing else writes: the log's length at this moment is what its last sync covered.
      assertRowsStand(copyCutAt(logLength()), i + 1);
    }
  }

  @Test
  void powerLoss_logCutShortOfTheAcknowledgement_rowIsLost() throws IOException {
    probe.set("row0", "x");
    probe.set("row1", "x");

    // The anomaly that the sync prevents; and the proof that these tests would see it.
    Path copy = copyCutAt(logLength() - 1);

    assertRowsStand(copy, 1);
    try (RocksStore survivor = RocksStore.open(new RocksOptions(copy, 1))) {
      assertThat(probe.on(survivor).get("row1")).isNull();
    }
  }

  @Test
  void powerLoss_laterWritesTornAnywhere_acknowledgedRowsStand() throws IOException {
    int acknowledged = 20;
    for (int i = 0; i < acknowledged; i++) {
      probe.set("row" + i, "x".repeat(random.nextInt(1_000)));
    }
    long synced = logLength();
    for (int i = 0; i < 20; i++) {
      probe.set("later" + i, "x".repeat(random.nextInt(20_000)));
    }
    long end = logLength();

    for (int i = 0; i < 8; i++) {
      assertRowsStand(copyCutAt(random.nextLong(synced, end + 1)), acknowledged);
      assertRowsStand(copyTornAfter(synced), acknowledged);
    }
  }

  @Test
  void powerLoss_inARecycledLog_acknowledgedRowsStandAndOldRowsStayDead() throws IOException {
    store.close();
    store = RocksStore.open(new RocksOptions(temp.resolve("live"), 2), 128 << 10);
    probe = probe.on(store);
    int row = fillUntilALogIsRecycled();
    probe.clear("dead");

    for (int i = 0; i < 8; i++) {
      Path acknowledged = copy();
      probe.set("row" + row, "x".repeat(random.nextInt(2_000)));
      Path later = copy();
      tearAfterFirstDifference(acknowledged, later);
      assertRowsStand(acknowledged, row);
      assertRowsStand(later, row + 1);
      row++;
    }
  }

  /** Returns the number of rows written. The newest log then has hardly any bytes of its own. */
  private int fillUntilALogIsRecycled() throws IOException {
    Path live = temp.resolve("live");
    Path last = newestLog(live);
    for (int row = 0; row < 2_000; row++) {
      probe.set("dead", "yes");
      probe.set("row" + row, "x".repeat(20_000));
      Path newest = newestLog(live);
      if (!newest.equals(last) && Files.size(newest) > 100_000) {
        return row + 1;
      }
      last = newest;
    }
    throw new AssertionError("no log was recycled");
  }

  /** Tears the newest log of {@code copy} beyond what was written so far. */
  private void tearAfterFirstDifference(Path copy, Path later) throws IOException {
    Path log = newestLog(copy);
    long end = Files.mismatch(log, later.resolve(log.getFileName()));
    assertThat(end).as("old bytes to write over").isBetween(0L, Files.size(log) - 1);
    tear(log, end);
  }

  private void assertRowsStand(Path copy, int rows) {
    try (RocksStore survivor = RocksStore.open(new RocksOptions(copy, 1))) {
      Probe found = probe.on(survivor);
      for (int i = 0; i < rows; i++) {
        assertThat(found.get("row" + i)).as("row%s, seed %s", i, SEED).isNotNull();
      }
      assertThat(found.get("dead")).isNull();
    }
  }

  private long logLength() throws IOException {
    return Files.size(newestLog(temp.resolve("live")));
  }

  /** A copy of the store as if only this much of its log had reached the disk. */
  private Path copyCutAt(long length) throws IOException {
    Path copy = copy();
    try (RandomAccessFile log = new RandomAccessFile(newestLog(copy).toFile(), "rw")) {
      log.setLength(length);
    }
    return copy;
  }

  private Path copyTornAfter(long length) throws IOException {
    Path copy = copy();
    tear(newestLog(copy), length);
    return copy;
  }

  /** Leaves some pages past {@code from} as they are, and fills others with zeros or noise. */
  private void tear(Path file, long from) throws IOException {
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "rw")) {
      for (long at = from; at < log.length(); at += 4096) {
        byte[] page = new byte[(int) Math.min(4096, log.length() - at)];
        int fate = random.nextInt(3);
        if (fate == 0) {
          continue;
        }
        if (fate == 1) {
          random.nextBytes(page);
        }
        log.seek(at);
        log.write(page);
      }
    }
  }

  private Path copy() throws IOException {
    // A flush or compaction in the background may delete a file on the way: then once more.
    for (int tries = 0; tries < 100; tries++) {
      Path copy = Files.createDirectory(temp.resolve("copy" + copies++));
      List<Path> files = list(temp.resolve("live"));
      try {
        for (Path file : files) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
        if (files.equals(list(temp.resolve("live")))) {
          return copy;
        }
      } catch (NoSuchFileException e) {
        assertThat(e.getFile()).startsWith(temp.toString());
      }
    }
    throw new AssertionError("the store never rests");
  }

  private static Path newestLog(Path directory) throws IOException {
    return list(directory).stream()
        .filter(file -> file.toString().endsWith(".log"))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }
}
