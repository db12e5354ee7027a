package dev.onceward.server.kv;

import static dev.onceward.server.kv.Probe.await;
import static dev.onceward.server.kv.Probe.bytes;
import static dev.onceward.server.kv.Probe.failure;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceward.server.kv.StoreException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link KeyValueStore} must do. Each adapter runs it. */
public abstract class KeyValueStoreContract {
  private KeyValueStore store;
  private Probe probe;

  /** A store to test; closed after each test. */
  protected abstract KeyValueStore open();

  @BeforeEach
  final void openStore() {
    store = open();
    probe = new Probe(store);
  }

  @AfterEach
  final void closeStore() {
    store.close();
  }

  // ---- reading

  @Test
  void read_absentKey_null() {
    assertThat(probe.get("a")).isNull();
  }

  @Test
  void read_committedRow_itsValue() {
    probe.set("a", "1");

    assertThat(probe.get("a")).isEqualTo("1");
  }

  @Test
  void read_emptyValue_isNotAbsent() {
    probe.set("a", "");

    assertThat(probe.get("a")).isEmpty();
  }

  @Test
  void read_ownWrites_areNotSeen() {
    probe.set("a", "old");

    Probe.Held held = probe.hold();
    held.tx().set(probe.key("a"), bytes("new"));
    held.tx().set(probe.key("b"), bytes("new"));

    assertThat(await(held.tx().read(probe.key("a")))).asString().isEqualTo("old");
    assertThat(await(held.tx().read(probe.key("b")))).isNull();
    assertThat(await(probe.scan(held.tx(), "a", "z", 10))).containsExactly("a=old");
    await(held.commit());
    assertThat(probe.scan("a", "z", 10)).containsExactly("a=new", "b=new");
  }

  @Test
  void read_writtenMeanwhile_snapshotStands() {
    probe.set("a", "old");
    probe.set("b", "old");

    Probe.Held held = probe.hold();
    probe.set("a", "new");
    probe.clear("b");
    probe.set("c", "new");

    assertThat(await(held.tx().read(probe.key("a")))).asString().isEqualTo("old");
    assertThat(await(probe.scan(held.tx(), "a", "d", 10))).containsExactly("a=old", "b=old");
    await(held.commit());
  }

  @Test
  void scan_severalRows_inByteOrderBetweenItsBounds() {
    // As signed bytes or as UTF-16, some of these would sort otherwise.
    probe.write(
        tx -> {
          for (String name : List.of("b", "a", "\u00ff", "b0", "c", "\ud83d\ude00", "\uffee")) {
            tx.set(probe.key(name), bytes("x"));
          }
        });

    assertThat(probe.scan("b", "c", 10)).containsExactly("b=x", "b0=x");
    assertThat(probe.scan("c", "\udbff\udfff", 10))
        .containsExactly("c=x", "\u00ff=x", "\uffee=x", "\ud83d\ude00=x");
  }

  @Test
  void scan_limit_firstRowsOnly() {
    probe.write(tx -> IntStream.range(0, 9).forEach(i -> tx.set(probe.key("r" + i), bytes("x"))));

    assertThat(probe.scan("r", "s", 2)).containsExactly("r0=x", "r1=x");
    assertThat(probe.scan("r", "s", 1)).containsExactly("r0=x");
  }

  @Test
  void scan_nothingThere_empty() {
    probe.set("a", "1");

    assertThat(probe.scan("b", "c", 10)).isEmpty();
    assertThat(probe.scan("a", "a", 10)).isEmpty();
  }

  @Test
  void scan_tenThousandRows_allOfThemPageByPage() {
    int rows = 10_000;
    for (int from = 0; from < rows; from += 1_000) {
      int first = from;
      probe.write(
          tx ->
              IntStream.range(first, first + 1_000)
                  .forEach(i -> tx.set(probe.key(String.format("%05d", i)), bytes("" + i))));
    }

    List<String> found = new ArrayList<>();
    String begin = "0";
    for (List<String> page = probe.scan(begin, "9", 777); !page.isEmpty(); ) {
      found.addAll(page);
      begin = page.get(page.size() - 1).replaceFirst("=.*", "\0");
      page = probe.scan(begin, "9", 777);
    }

    assertThat(found)
        .isEqualTo(IntStream.range(0, rows).mapToObj(i -> String.format("%05d=%d", i, i)).toList());
  }

  // ---- writing

  @Test
  void write_setAndClearOfOneKey_lastOneCounts() {
    probe.set("b", "old");

    probe.write(
        tx -> {
          tx.set(probe.key("a"), bytes("1"));
          tx.clear(probe.key("a"));
          tx.clear(probe.key("b"));
          tx.set(probe.key("b"), bytes("2"));
          tx.set(probe.key("b"), bytes("3"));
          tx.clear(probe.key("never there"));
        });

    assertThat(probe.scan("a", "z", 10)).containsExactly("b=3");
  }

  @Test
  void write_guardedKeySetAndCleared_lastOneCounts() {
    probe.write(
        tx -> {
          tx.guard(probe.key("a"));
          tx.guard(probe.key("b"));
          tx.set(probe.key("a"), bytes("1"));
          tx.clear(probe.key("a"));
          tx.clear(probe.key("b"));
          tx.set(probe.key("b"), bytes("2"));
        });

    assertThat(probe.scan("a", "z", 10)).containsExactly("b=2");
  }

  @Test
  void write_bodyFails_nothingIsWrittenAndThatVeryException() {
    IllegalStateException error = new IllegalStateException("the body's own");

    Probe.Held held = probe.hold();
    held.tx().guard(probe.key("a"));
    held.tx().set(probe.key("a"), bytes("1"));
    CompletableFuture<String> result = held.fail(error);

    assertThatThrownBy(() -> await(result)).isSameAs(error);
    assertThat(probe.get("a")).isNull();
  }

  @Test
  void write_bodyThrows_nothingIsWrittenAndThatVeryException() {
    IllegalStateException error = new IllegalStateException("the body's own");

    CompletableFuture<String> result =
        probe.attempt(
            tx -> {
              tx.set(probe.key("a"), bytes("1"));
              throw error;
            });

    assertThatThrownBy(() -> await(result)).isSameAs(error);
    assertThat(probe.get("a")).isNull();
  }

  @Test
  void write_afterTheAttempt_refused() {
    Probe.Held held = probe.hold();
    await(held.commit());

    assertThatThrownBy(() -> held.tx().set(probe.key("a"), bytes("1")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> held.tx().read(probe.key("a")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void add_severalTimes_sumsAlsoBelowZero() {
    probe.write(tx -> tx.add(probe.key("n"), 5));
    assertThat(probe.counter("n")).isEqualTo(5);

    probe.write(
        tx -> {
          tx.add(probe.key("n"), -7);
          tx.add(probe.key("n"), -1);
        });

    assertThat(probe.counter("n")).isEqualTo(-3);
  }

  @Test
  void add_afterSetAndClearInOneTransaction_startsFromThem() {
    probe.write(tx -> tx.add(probe.key("n"), 5));

    probe.write(
        tx -> {
          tx.clear(probe.key("n"));
          tx.add(probe.key("n"), 2);
        });

    assertThat(probe.counter("n")).isEqualTo(2);
  }

  @Test
  void add_concurrentTransactions_neverConflict() {
    Probe.Held one = probe.hold();
    Probe.Held two = probe.hold();
    one.tx().add(probe.key("n"), 1);
    two.tx().add(probe.key("n"), 2);

    await(two.commit());
    await(one.commit());

    assertThat(probe.counter("n")).isEqualTo(3);
  }

  @Test
  void add_manyAtOnce_exact() {
    List<CompletableFuture<String>> all =
        IntStream.range(0, 200)
            .mapToObj(i -> probe.attempt(tx -> tx.add(probe.key("n"), i % 2 == 0 ? 3 : -2)))
            .toList();
    all.forEach(Probe::await);

    assertThat(probe.counter("n")).isEqualTo(100);
  }

  // ---- conflicts

  @Test
  void guard_keyWrittenMeanwhile_conflict() {
    probe.set("a", "1");

    Probe.Held held = probe.hold();
    held.tx().guard(probe.key("a"));
    held.tx().set(probe.key("a"), bytes("mine"));
    probe.set("a", "2");

    assertThat(failure(held.commit())).isEqualTo(Kind.CONFLICT);
    assertThat(probe.get("a")).isEqualTo("2");
  }

  @Test
  void guard_keyWrittenBeforeTheGuardButAfterTheSnapshot_conflict() {
    Probe.Held held = probe.hold();
    probe.set("a", "2");
    held.tx().guard(probe.key("a"));
    held.tx().set(probe.key("b"), bytes("mine"));

    assertThat(failure(held.commit())).isEqualTo(Kind.CONFLICT);
    assertThat(probe.get("b")).isNull();
  }

  @Test
  void guard_sameValueWrittenMeanwhile_conflict() {
    probe.set("a", "1");

    Probe.Held held = probe.hold();
    held.tx().guard(probe.key("a"));
    held.tx().set(probe.key("b"), bytes("mine"));
    probe.set("a", "1");

    assertThat(failure(held.commit())).isEqualTo(Kind.CONFLICT);
  }

  @Test
  void guard_absentKeyCreatedMeanwhile_conflict() {
    Probe.Held held = probe.hold();
    held.tx().guard(probe.key("a"));
    held.tx().set(probe.key("a"), bytes("mine"));
    probe.set("a", "2");

    assertThat(failure(held.commit())).isEqualTo(Kind.CONFLICT);
  }

  @Test
  void guard_keyClearedMeanwhile_conflict() {
    probe.set("a", "1");

    Probe.Held held = probe.hold();
    held.tx().guard(probe.key("a"));
    held.tx().clear(probe.key("a"));
    held.tx().set(probe.key("b"), bytes("mine"));
    probe.clear("a");

    assertThat(failure(held.commit())).isEqualTo(Kind.CONFLICT);
    assertThat(probe.get("b")).isNull();
  }

  @Test
  void guard_counterAddedToMeanwhile_conflict() {
    Probe.Held held = probe.hold();
    held.tx().guard(probe.key("n"));
    held.tx().set(probe.key("b"), bytes("mine"));
    probe.write(tx -> tx.add(probe.key("n"), 1));

    assertThat(failure(held.commit())).isEqualTo(Kind.CONFLICT);
  }

  @Test
  void guard_twoRacing_exactlyOneWins() {
    Probe.Held one = probe.hold();
    Probe.Held two = probe.hold();
    for (Probe.Held held : List.of(one, two)) {
      held.tx().guard(probe.key("a"));
      held.tx().set(probe.key("a"), bytes(held == one ? "one" : "two"));
    }

    await(two.commit());

    assertThat(failure(one.commit())).isEqualTo(Kind.CONFLICT);
    assertThat(probe.get("a")).isEqualTo("two");
  }

  @Test
  void guard_crossedReadsAndWrites_noWriteSkew() {
    // Each guards what the other writes; were both to commit, neither order would explain it.
    Probe.Held one = probe.hold();
    Probe.Held two = probe.hold();
    one.tx().guard(probe.key("a"));
    one.tx().set(probe.key("b"), bytes("one"));
    two.tx().guard(probe.key("b"));
    two.tx().set(probe.key("a"), bytes("two"));

    await(one.commit());

    assertThat(failure(two.commit())).isEqualTo(Kind.CONFLICT);
  }

  @Test
  void guard_othersOnlyGuardToo_noConflict() {
    Probe.Held one = probe.hold();
    Probe.Held two = probe.hold();
    one.tx().guard(probe.key("shared"));
    one.tx().set(probe.key("a"), bytes("one"));
    two.tx().guard(probe.key("shared"));
    two.tx().set(probe.key("b"), bytes("two"));

    await(one.commit());
    await(two.commit());

    assertThat(probe.scan("a", "c", 10)).containsExactly("a=one", "b=two");
  }

  @Test
  void guard_nothingWritten_commitsNothingAndNeverConflicts() {
    Probe.Held held = probe.hold();
    held.tx().guard(probe.key("a"));
    probe.set("a", "2");

    assertThat(await(held.commit())).isEqualTo("done");
  }

  @Test
  void read_writtenMeanwhile_noConflict() {
    Probe.Held held = probe.hold();
    assertThat(await(held.tx().read(probe.key("a")))).isNull();
    assertThat(await(probe.scan(held.tx(), "a", "z", 10))).isEmpty();
    held.tx().set(probe.key("b"), bytes("mine"));
    probe.set("a", "2");

    await(held.commit());
    assertThat(probe.scan("a", "z", 10)).containsExactly("a=2", "b=mine");
  }

  @Test
  void write_unguardedKeyWrittenMeanwhile_lastCommitWins() {
    probe.set("b", "old");

    Probe.Held held = probe.hold();
    held.tx().set(probe.key("a"), bytes("mine"));
    held.tx().clear(probe.key("b"));
    probe.set("a", "other");
    probe.set("b", "other");

    await(held.commit());
    assertThat(probe.scan("a", "z", 10)).containsExactly("a=mine");
  }

  @Test
  void guard_manyRunsIncrementOneRow_noneIsLost() {
    int increments = 200;
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    TransactionRunner runner =
        new TransactionRunner(
            store, timer, System::nanoTime, new SplittableRandom(1), StoreObserver.NONE);
    RunLimits limits = RunLimits.within(Duration.ofSeconds(30));

    List<CompletableFuture<String>> all =
        IntStream.range(0, increments)
            .mapToObj(i -> runner.run(Attempts.of(this::increment), limits))
            .toList();
    all.forEach(Probe::await);

    assertThat(probe.get("total")).isEqualTo("" + increments);
    timer.shutdownNow();
  }

  private CompletableFuture<String> increment(Transaction tx) {
    byte[] key = probe.key("total");
    return tx.read(key)
        .thenApply(
            value -> {
              int next = value == null ? 1 : Integer.parseInt(new String(value, UTF_8)) + 1;
              tx.guard(key);
              tx.set(key, bytes("" + next));
              return "done";
            });
  }

  // ---- fences

  @Test
  void fence_anotherAttemptGuardsAndWritesTheKey_thatOneConflicts() {
    for (String name : List.of("present", "absent")) {
      if (name.equals("present")) {
        probe.set(name, "old");
      }
      Probe.Held late = probe.hold();
      late.tx().guard(probe.key(name));
      late.tx().set(probe.key(name), bytes("late"));

      probe.write(tx -> tx.fence(probe.key(name)));

      assertThat(failure(late.commit())).isEqualTo(Kind.CONFLICT);
    }
    assertThat(probe.scan("a", "z", 10)).containsExactly("present=old");
  }

  @Test
  void fence_theLateAttemptLandsFirst_fenceConflicts() {
    Probe.Held fence = probe.hold();
    fence.tx().fence(probe.key("a"));
    probe.set("a", "late");

    assertThat(failure(fence.commit())).isEqualTo(Kind.CONFLICT);
    assertThat(probe.get("a")).isEqualTo("late");
  }

  @Test
  void fence_thenOwnWriteOfTheKey_isWritten() {
    probe.write(
        tx -> {
          tx.fence(probe.key("a"));
          tx.guard(probe.key("a"));
          tx.set(probe.key("a"), bytes("1"));
          tx.fence(probe.key("n"));
          tx.add(probe.key("n"), 4);
        });

    assertThat(probe.get("a")).isEqualTo("1");
    assertThat(probe.counter("n")).isEqualTo(4);
  }

  @Test
  void fence_counter_keepsItsNumber() {
    probe.write(tx -> tx.add(probe.key("n"), 4));
    probe.write(tx -> tx.fence(probe.key("n")));
    probe.write(tx -> tx.add(probe.key("n"), 1));

    assertThat(probe.counter("n")).isEqualTo(5);
  }

  // ---- watches

  @Test
  void watch_keyWrittenAfterArming_fires() {
    for (String how : List.of("set", "clear", "add")) {
      probe.write(tx -> tx.set(probe.key(how), new byte[8]));
      Watch watch = store.watch(probe.key(how));
      await(watch.armed());

      probe.write(
          tx -> {
            switch (how) {
              case "set" -> tx.set(probe.key(how), bytes("new"));
              case "clear" -> tx.clear(probe.key(how));
              default -> tx.add(probe.key(how), 1);
            }
          });

      String fired = await(watch.fired().thenApply(nothing -> how));
      assertThat(fired).isEqualTo(how);
    }
  }

  @Test
  void watch_severalOnOneKey_allFire() {
    Watch one = store.watch(probe.key("a"));
    Watch two = store.watch(probe.key("a"));
    await(CompletableFuture.allOf(one.armed(), two.armed()));

    probe.set("a", "1");

    await(CompletableFuture.allOf(one.fired(), two.fired()));
  }

  @Test
  void watch_cancelled_neverFires() {
    Watch cancelled = store.watch(probe.key("a"));
    Watch kept = store.watch(probe.key("a"));
    await(CompletableFuture.allOf(cancelled.armed(), kept.armed()));

    cancelled.cancel();
    cancelled.cancel();
    probe.set("a", "1");

    await(kept.fired());
    assertThat(cancelled.fired()).isNotDone();
  }

  @Test
  void watch_otherKeyWrittenOrBodyFailed_doesNotFire() {
    Watch watch = store.watch(probe.key("a"));
    Watch other = store.watch(probe.key("b"));
    await(CompletableFuture.allOf(watch.armed(), other.armed()));

    Probe.Held failing = probe.hold();
    failing.tx().set(probe.key("a"), bytes("1"));
    CompletableFuture<String> result = failing.fail(new IllegalStateException("no"));
    assertThatThrownBy(() -> await(result)).isInstanceOf(IllegalStateException.class);
    probe.set("b", "1");

    await(other.fired());
    assertThat(watch.fired()).isNotDone();
    watch.cancel();
  }

  // ---- limits

  @Test
  void limits_largestKeyAndValue_accepted() {
    byte[] key = Arrays.copyOf(probe.key("k"), 10_000);
    byte[] value = new byte[100_000];

    probe.write(
        tx -> {
          tx.guard(key);
          tx.set(key, value);
        });

    byte[] stored = await(store.attempt(tx -> tx.read(key)));
    assertThat(stored).hasSize(100_000);
  }

  @Test
  void limits_keyEmptyTooLongOrReserved_invalid() {
    byte[] tooLong = Arrays.copyOf(probe.key("k"), 10_001);
    for (byte[] key : List.of(new byte[0], tooLong, new byte[] {(byte) 0xff})) {
      assertThat(failure(probe.attempt(tx -> tx.set(key, bytes("1"))))).isEqualTo(Kind.INVALID);
      assertThat(failure(probe.attempt(tx -> tx.clear(key)))).isEqualTo(Kind.INVALID);
      assertThat(failure(probe.attempt(tx -> tx.add(key, 1)))).isEqualTo(Kind.INVALID);
      assertThat(failure(probe.attempt(tx -> tx.guard(key)))).isEqualTo(Kind.INVALID);
      assertThat(failure(probe.attempt(tx -> tx.fence(key)))).isEqualTo(Kind.INVALID);
      assertThat(failure(store.attempt(tx -> tx.read(key)))).isEqualTo(Kind.INVALID);
    }
  }

  @Test
  void limits_valueTooLong_invalid() {
    assertThat(failure(probe.attempt(tx -> tx.set(probe.key("a"), new byte[100_001]))))
        .isEqualTo(Kind.INVALID);
    assertThat(probe.get("a")).isNull();
  }

  @Test
  void limits_transactionTooLarge_invalid() {
    CompletableFuture<String> result =
        probe.attempt(
            tx -> IntStream.range(0, 11).forEach(i -> tx.set(probe.key("" + i), new byte[99_000])));

    assertThat(failure(result)).isEqualTo(Kind.INVALID);
    assertThat(probe.get("0")).isNull();
  }

  @Test
  void limits_scanBackwardsOrWithoutLimit_invalid() {
    byte[] a = probe.key("a");
    byte[] b = probe.key("b");

    assertThat(failure(store.attempt(tx -> tx.scan(b, a, 10)))).isEqualTo(Kind.INVALID);
    assertThat(failure(store.attempt(tx -> tx.scan(a, b, 0)))).isEqualTo(Kind.INVALID);
  }

  // ---- background

  @Test
  void background_attempts_areOrderedAmongTheStoresOwn() {
    KeyValueStore background = store.background();
    Probe quiet = probe.on(background);
    quiet.set("a", "1");
    assertThat(probe.get("a")).isEqualTo("1");

    Probe.Held held = quiet.hold();
    held.tx().guard(probe.key("a"));
    held.tx().set(probe.key("b"), bytes("1"));
    probe.set("a", "2");

    assertThat(failure(held.commit())).isEqualTo(Kind.CONFLICT);
    assertThat(quiet.get("a")).isEqualTo("2");
    assertThat(quiet.get("b")).isNull();
  }

  @Test
  void background_closed_theStoreGoesOn() {
    KeyValueStore background = store.background();
    if (background != store) {
      background.close();
    }

    probe.set("a", "1");

    assertThat(probe.on(background).get("a")).isEqualTo("1");
  }

  @Test
  void scrub_rowsThatAreThere_stay() {
    probe.set("a", "old");
    probe.set("a", "new");
    probe.set("b", "x");
    probe.clear("b");
    probe.write(tx -> tx.add(probe.key("n"), 3));
    probe.write(tx -> tx.add(probe.key("n"), 4));

    await(store.scrub(probe.key("a"), probe.key("z")));
    await(store.background().scrub(probe.key("a"), probe.key("z")));

    assertThat(probe.get("a")).isEqualTo("new");
    assertThat(probe.get("b")).isNull();
    assertThat(probe.counter("n")).isEqualTo(7);
  }

  @Test
  void scrub_duringAnAttempt_itsSnapshotStands() {
    probe.set("a", "old");
    Probe.Held held = probe.hold();
    probe.set("a", "new");

    CompletableFuture<Void> scrubbed = store.scrub(probe.key("a"), probe.key("z"));

    assertThat(await(held.tx().read(probe.key("a")))).asString().isEqualTo("old");
    await(held.commit());
    await(scrubbed);
    assertThat(probe.get("a")).isEqualTo("new");
  }

  @Test
  void scrub_backwards_invalid() {
    assertThatThrownBy(() -> store.scrub(probe.key("b"), probe.key("a")))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID));
  }

  // ---- closing

  @Test
  void close_laterAttempts_unavailable() {
    store.close();
    store.close();

    assertThat(failure(probe.attempt(tx -> tx.set(probe.key("a"), bytes("1")))))
        .isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure(store.watch(probe.key("a")).armed())).isEqualTo(Kind.UNAVAILABLE);
  }
}
