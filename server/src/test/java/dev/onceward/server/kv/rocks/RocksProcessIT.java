package dev.onceward.server.kv.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.onceward.server.kv.Probe;
import dev.onceward.server.kv.StoreOpenException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store in another process: killed, in use, and with a disk that takes no more. */
@Timeout(120)
final class RocksProcessIT {
  private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");

  @TempDir Path temp;
  private Path directory;
  private Process child;
  private BufferedReader said;

  @BeforeEach
  void startChild() throws IOException {
    directory = temp.resolve("store");
    child = RocksChild.start(directory);
    said = RocksChild.output(child);
    assertThat(said.readLine()).isEqualTo("open");
  }

  @AfterEach
  void endChild() throws InterruptedException {
    child.destroyForcibly().waitFor();
  }

  @Test
  void kill_whileWriting_acknowledgedRowsStand() throws Exception {
    for (int row = 0; row < 50; row++) {
      assertThat(said.readLine()).isEqualTo("acked " + row);
    }
    // By its handle, as the process object would close its output before it is read to the end.
    assertThat(child.toHandle().destroyForcibly()).isTrue();
    int more = (int) said.lines().filter(line -> line.startsWith("acked")).count();
    child.waitFor();

    assertRowsStand(50 + more);
  }

  @Test
  void open_whileAnotherProcessHasIt_refused() {
    assertThatThrownBy(() -> RocksStore.open(RocksOptions.at(directory)).close())
        .isInstanceOf(StoreOpenException.class)
        .hasMessageContainingAll(directory.toString(), "is in use by another process");
  }

  @Test
  void write_fileCannotGrow_inDoubtThenStoppedForGood() throws Exception {
    assumeTrue(Files.isExecutable(PRLIMIT), "needs prlimit of util-linux");
    assertThat(said.readLine()).isEqualTo("acked 0");
    // Like a full disk: from here on the system refuses to make a file longer than this.
    Process limit =
        new ProcessBuilder(PRLIMIT.toString(), "--pid", "" + child.pid(), "--fsize=4000000")
            .inheritIO()
            .start();
    assertThat(limit.waitFor(10, TimeUnit.SECONDS)).isTrue();

    List<String> rest = said.lines().toList();

    assertThat(rest).endsWith("healthy false", "next UNAVAILABLE", "failed MAYBE_COMMITTED");
    int acknowledged = 1 + (int) rest.stream().filter(line -> line.startsWith("acked")).count();
    assertThat(acknowledged).isLessThan(4_000_000 / RocksChild.VALUE_BYTES + 1);
    assertRowsStand(acknowledged);
  }

  private void assertRowsStand(int rows) {
    try (RocksStore store = RocksStore.open(new RocksOptions(directory, 1))) {
      for (int row = 0; row < rows; row++) {
        byte[] key = RocksChild.key(row);
        byte[] value = Probe.await(store.attempt(tx -> tx.read(key)));
        assertThat(value).as("row %s of %s", row, rows).hasSize(RocksChild.VALUE_BYTES);
      }
    }
  }
}
