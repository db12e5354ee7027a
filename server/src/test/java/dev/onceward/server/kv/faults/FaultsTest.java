package dev.onceward.server.kv.faults;

import static dev.onceward.server.kv.Probe.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.HandTimer;
import dev.onceward.server.kv.Probe;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.StoreException.Kind;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.kv.Watch;
import dev.onceward.server.kv.sim.SimStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each fault does what its name says, and says nothing false. */
final class FaultsTest {
  private static final Duration LATE_MOST = Duration.ofSeconds(5);

  private final HandTimer timer = new HandTimer();
  private final SimStore sim = new SimStore(Runnable::run);
  private final FaultyStore store = new FaultyStore(sim, timer, FaultRates.NONE, 42);
  private final Probe faulty = new Probe(store);
  private final Probe truth = faulty.on(sim);

  @Test
  void conflictAndUnavailable_always_nothingIsWritten() {
    inject(Fault.CONFLICT);
    assertThat(Probe.failure(set("a"))).isEqualTo(Kind.CONFLICT);

    inject(Fault.UNAVAILABLE);
    assertThat(Probe.failure(set("a"))).isEqualTo(Kind.UNAVAILABLE);
    assertThat(Probe.failure(store.attempt(tx -> tx.read(truth.key("a")))))
        .isEqualTo(Kind.UNAVAILABLE);

    assertThat(truth.get("a")).isNull();
  }

  @Test
  void unknown_appliedOrLost_sameAnswerOtherTruth() {
    inject(Fault.UNKNOWN_APPLIED);
    assertThat(Probe.failure(set("applied"))).isEqualTo(Kind.MAYBE_COMMITTED);

    inject(Fault.UNKNOWN_LOST);
    assertThat(Probe.failure(set("lost"))).isEqualTo(Kind.MAYBE_COMMITTED);

    assertThat(truth.scan("a", "z", 10)).containsExactly("applied=1");
  }

  @Test
  void doubt_readOnlyAttempt_neverInDoubt() {
    for (Fault fault : new Fault[] {Fault.UNKNOWN_APPLIED, Fault.UNKNOWN_LOST, Fault.LATE}) {
      inject(fault);
      assertThat(faulty.get("a")).isNull();
      assertThat(store.injected()).containsEntry(fault, 0L);
    }
  }

  @Test
  void late_nobodyFences_landsWithinFiveSeconds() {
    inject(Fault.LATE);

    assertThat(Probe.failure(set("a"))).isEqualTo(Kind.MAYBE_LATER);
    assertThat(truth.get("a")).isNull();
    timer.advance(LATE_MOST);

    assertThat(truth.get("a")).isEqualTo("1");
  }

  @Test
  void late_fencedMeanwhile_neverLands() {
    // Guarded before it is written, guarded by nobody, and only a part of it guarded.
    fenceShutsOut(
        tx -> {
          tx.guard(truth.key("a"));
          tx.set(truth.key("a"), bytes("late"));
        });
    fenceShutsOut(tx -> tx.set(truth.key("b"), bytes("late")));
    fenceShutsOut(
        tx -> {
          tx.add(truth.key("n"), 1);
          tx.guard(truth.key("c"));
          tx.clear(truth.key("c"));
        });
  }

  private void fenceShutsOut(Consumer<Transaction> writes) {
    inject(Fault.LATE);
    byte[] fenceKey = fenceKey(faulty.attempt(writes));

    truth.write(tx -> tx.fence(fenceKey));
    timer.advance(LATE_MOST);

    assertThat(truth.scan("a", "z", 10)).isEmpty();
  }

  @Test
  void late_landsBeforeTheFenceCommits_fenceConflicts() {
    inject(Fault.LATE);
    byte[] fenceKey = fenceKey(set("a"));
    Probe.Held fence = truth.hold();
    fence.tx().fence(fenceKey);

    timer.advance(LATE_MOST);

    assertThat(truth.get("a")).isEqualTo("1");
    assertThat(Probe.failure(fence.commit())).isEqualTo(Kind.CONFLICT);
  }

  @Test
  void late_storeIsClosed_landsFirst() {
    inject(Fault.LATE);
    assertThat(Probe.failure(set("a"))).isEqualTo(Kind.MAYBE_LATER);
    Probe.Held reader = truth.hold();

    store.close();

    assertThat(Probe.failure(set("b"))).isEqualTo(Kind.UNAVAILABLE);
    assertThat(Probe.await(reader.commit())).isEqualTo("done");
    assertThat(store.injected()).containsEntry(Fault.LATE, 1L);
  }

  @Test
  void delay_writer_commitsLaterOnItsOldSnapshot() {
    inject(Fault.DELAY);

    CompletableFuture<String> delayed = set("a");
    assertThat(delayed).isNotDone();
    timer.advance(Duration.ofMillis(200));

    assertThat(delayed).isCompletedWithValue("done");
  }

  @Test
  void shortScan_severalRows_onlyOne() {
    truth.set("a", "1");
    truth.set("b", "2");

    inject(Fault.SHORT_SCAN);

    assertThat(faulty.scan("a", "z", 10)).containsExactly("a=1");
    assertThat(faulty.scan("c", "z", 10)).isEmpty();
  }

  @Test
  void watch_late_firesWithinFiveSeconds() {
    inject(Fault.WATCH_LATE);
    Watch watch = store.watch(truth.key("a"));

    truth.set("a", "1");

    assertThat(watch.fired()).isNotDone();
    timer.advance(LATE_MOST);
    assertThat(watch.fired()).isCompleted();
  }

  @Test
  void watch_spurious_firesWithoutAChange() {
    inject(Fault.WATCH_SPURIOUS);
    Watch watch = store.watch(truth.key("a"));
    Watch cancelled = store.watch(truth.key("a"));
    cancelled.cancel();

    timer.advance(LATE_MOST);

    assertThat(watch.fired()).isCompleted();
    assertThat(cancelled.fired()).isNotDone();
  }

  @Test
  void watch_silent_neverFires() {
    inject(Fault.WATCH_SILENT);
    Watch watch = store.watch(truth.key("a"));

    truth.set("a", "1");
    timer.advance(LATE_MOST);

    assertThat(watch.fired()).isNotDone();
  }

  @Test
  void rates_oneHalf_countsAreNearIt() {
    store.rates(FaultRates.NONE.with(Fault.CONFLICT, 0.5));

    long conflicts =
        IntStream.range(0, 1_000).filter(i -> set("a").isCompletedExceptionally()).count();

    assertThat(conflicts).isBetween(400L, 600L);
    assertThat(store.injected()).containsEntry(Fault.CONFLICT, conflicts);
  }

  private void inject(Fault fault) {
    store.rates(FaultRates.NONE.with(fault, 1));
  }

  private CompletableFuture<String> set(String name) {
    return faulty.attempt(tx -> tx.set(truth.key(name), bytes("1")));
  }

  private static byte[] fenceKey(CompletableFuture<String> result) {
    StoreException failure = (StoreException) Probe.await(result.handle((value, error) -> error));
    byte[] fenceKey = failure.fenceKey();
    if (fenceKey == null) {
      throw new AssertionError("no fence key", failure);
    }
    return fenceKey;
  }
}
