package dev.onceward.server.kv.rocks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.Probe;
import dev.onceward.server.kv.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether bytes that were cleared are in a file of the store, before a scrub and after it. */
final class RocksScrubTest {
  private static final int SMALL_BUFFER_BYTES = 128 << 10;

  private final Random random = new Random(7);
  private final byte[] secret = noise(64);

  @TempDir Path directory;
  private RocksStore store;
  private Probe probe;

  @BeforeEach
  void openStore() {
    store = RocksStore.open(new RocksOptions(directory, 4));
    probe = new Probe(store);
  }

  private void reopenWithSmallBuffers() {
    store.close();
    store = RocksStore.open(new RocksOptions(directory, 4), SMALL_BUFFER_BYTES);
    probe = probe.on(store);
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  /** Does not compress, so it stands in a table file as it is. */
  private byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    random.nextBytes(noise);
    return noise;
  }

  private void set(String name, byte[] value) {
    probe.write(tx -> tx.set(probe.key(name), value));
  }

  private List<String> filesWithTheSecret() throws IOException {
    String text = new String(secret, ISO_8859_1);
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        if (read(file).contains(text)) {
          found.add(file.getFileName().toString());
        }
      }
    }
    return found;
  }

  private static String read(Path file) throws IOException {
    try {
      return new String(Files.readAllBytes(file), ISO_8859_1);
    } catch (NoSuchFileException e) {
      return ""; // deleted by a compaction
    }
  }

  private CompletableFuture<Void> scrub() {
    return store.scrub(probe.key("secret"), probe.key("secret0"));
  }

  private void churn(int rows) {
    for (int i = 0; i < rows; i++) {
      set("row" + i, noise(10_000));
    }
  }

  @Test
  void scrub_clearedValueInTheLog_inNoFile() throws IOException {
    set("secret", secret);
    probe.clear("secret");
    assertThat(filesWithTheSecret()).isNotEmpty();

    Probe.await(scrub());

    assertThat(filesWithTheSecret()).isEmpty();
  }

  @Test
  void scrub_overwrittenValueInTablesOfSeveralLevels_inNoFile() throws IOException {
    reopenWithSmallBuffers();
    set("secret", secret);
    churn(60);
    Probe.await(scrub());
    assertThat(filesWithTheSecret()).as("a value that is there stays").isNotEmpty();
    probe.set("secret", "other");
    assertThat(filesWithTheSecret()).anyMatch(name -> name.endsWith(".sst"));

    Probe.await(scrub());

    assertThat(filesWithTheSecret()).isEmpty();
    assertThat(probe.get("secret")).isEqualTo("other");
  }

  @Test
  void scrub_logsKeptForRecycling_inNoFile() throws IOException {
    reopenWithSmallBuffers();
    for (int i = 0; i < 60; i++) {
      set("secret", secret);
      churn(1);
    }
    probe.clear("secret");
    assertThat(filesWithTheSecret())
        .filteredOn(name -> name.endsWith(".log"))
        .hasSizeGreaterThan(1);

    Probe.await(scrub());

    assertThat(filesWithTheSecret()).isEmpty();
  }

  @Test
  void scrub_underLoad_inNoFileAndEveryRowStandsAfterARestart() throws IOException {
    reopenWithSmallBuffers();
    set("secret", secret);
    probe.clear("secret");
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String name = "load" + i;
      byte[] value = noise(3_000);
      all.add(probe.attempt(tx -> tx.set(probe.key(name), value)));
      if (i % 100 == 50) {
        all.add(scrub());
      }
    }
    all.forEach(Probe::await);

    Probe.await(scrub());

    assertThat(filesWithTheSecret()).isEmpty();
    reopenWithSmallBuffers();
    for (int i = 0; i < 300; i++) {
      assertThat(probe.get("load" + i)).as("row %s", i).isNotNull();
    }
    assertThat(probe.get("secret")).isNull();
  }

  @Test
  void scrub_attemptInProgress_waitsForIt() throws IOException {
    set("secret", secret);
    Probe.Held reader = probe.hold();
    probe.clear("secret");

    CompletableFuture<Void> scrubbed = scrub();
    assertThat(scrubbed).isNotDone();
    Probe.await(reader.commit());
    Probe.await(scrubbed);

    assertThat(filesWithTheSecret()).isEmpty();
  }

  @Test
  void scrub_closed_unavailable() {
    store.close();

    assertThat(Probe.failure(scrub())).isEqualTo(Kind.UNAVAILABLE);
  }

  @Test
  void background_bodiesThatTakeTheirTime_leaveTheOtherThreadsFree() {
    CompletableFuture<Void> slow = new CompletableFuture<>();
    List<CompletableFuture<String>> background = new ArrayList<>();
    for (int i = 0; i < 10; i++) { // more than there are threads
      background.add(
          store
              .background()
              .attempt(
                  tx -> {
                    slow.orTimeout(30, TimeUnit.SECONDS).join();
                    return CompletableFuture.completedFuture(Thread.currentThread().getName());
                  }));
    }

    probe.set("a", "1");
    slow.complete(null);

    assertThat(background)
        .allSatisfy(ran -> assertThat(Probe.await(ran)).startsWith("rocks-background"));
  }
}
