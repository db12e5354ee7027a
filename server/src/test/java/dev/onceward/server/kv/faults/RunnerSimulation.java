package dev.onceward.server.kv.faults;

import static dev.onceward.server.kv.Probe.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.Attempts;
import dev.onceward.server.kv.HandTimer;
import dev.onceward.server.kv.Probe;
import dev.onceward.server.kv.RunLimits;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.StoreException.Kind;
import dev.onceward.server.kv.StoreObserver;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.kv.sim.SimStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs over an unreliable store, judged by the store beneath.
 *
 * <p>Each run claims a row of its own if the row is absent, but only at its first attempt; later
 * ones just answer what they see. So a claim that lands after such an answer makes that answer a
 * lie: the anomaly that fencing exists for.
 */
final class RunnerSimulation {
  private static final String CLAIMED = "claimed";
  private static final String REFUSED = "refused";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HandTimer timer = new HandTimer();
  private final SimStore sim = new SimStore(timer);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void run_allFaultsAtOnce_everyAnswerIsTrue(long seed) {
    FaultyStore store = new FaultyStore(sim, timer, FaultRates.all(0.2), seed);
    Probe probe = new Probe(sim);
    TransactionRunner runner =
        new TransactionRunner(
            store, timer, timer::nanoTime, new SplittableRandom(seed), StoreObserver.NONE);
    List<CompletableFuture<String>> answers = new ArrayList<>();

    for (int i = 0; i < 300; i++) {
      answers.add(runner.run(claimOnceThenLook(probe.key("row" + i)), RunLimits.within(PATIENCE)));
      timer.advance(Duration.ofMillis(20));
    }
    timer.advance(PATIENCE.multipliedBy(2));

    for (int i = 0; i < answers.size(); i++) {
      String truth = truth(probe, "row" + i);
      assertThat(answers.get(i).handle((answer, error) -> error == null ? answer : doubt(error)))
          .as("row%s, seed %s", i, seed)
          .isCompletedWithValueMatching(answer -> answer.equals(truth) || answer.equals("doubt"));
    }
    assertThat(answers.stream().filter(CompletableFuture::isCompletedExceptionally).count())
        .as("runs that never found out in 60 s, seed %s", seed)
        .isLessThan(10);
    Set<Fault> onWatches =
        EnumSet.of(Fault.WATCH_LATE, Fault.WATCH_SILENT, Fault.WATCH_SPURIOUS, Fault.SHORT_SCAN);
    assertThat(store.injected())
        .allSatisfy((fault, count) -> assertThat(count > 0 || onWatches.contains(fault)).isTrue());
  }

  @Test
  void attempt_withoutAFence_lateCommitMakesTheAnswerALie() {
    FaultyStore store = new FaultyStore(sim, timer, FaultRates.NONE.with(Fault.LATE, 1), 1);
    Probe probe = new Probe(sim);
    Attempts<String> attempts = claimOnceThenLook(probe.key("row"));

    var first = store.attempt(attempts.next(new Attempts.Past(0, 0, false)));
    timer.advance(Duration.ZERO);
    assertThat(Probe.failure(first)).isEqualTo(Kind.MAYBE_LATER);
    var second = store.attempt(attempts.next(new Attempts.Past(1, 0, true)));
    timer.advance(Duration.ofSeconds(5));

    assertThat(second).isCompletedWithValue(REFUSED);
    assertThat(truth(probe, "row")).isEqualTo(CLAIMED);
  }

  private String truth(Probe probe, String row) {
    var value = sim.attempt(tx -> tx.read(probe.key(row)).thenApply(Probe::text));
    timer.advance(Duration.ZERO);
    return Probe.await(value) == null ? REFUSED : CLAIMED;
  }

  private static String doubt(Throwable error) {
    Kind kind = ((StoreException) error).kind();
    return kind == Kind.MAYBE_COMMITTED || kind == Kind.MAYBE_LATER ? "doubt" : kind.name();
  }

  private static Attempts<String> claimOnceThenLook(byte[] key) {
    return past -> past.attempts() == 0 ? tx -> claim(tx, key) : look(key);
  }

  private static CompletableFuture<String> claim(Transaction tx, byte[] key) {
    return tx.read(key)
        .thenApply(
            value -> {
              tx.guard(key);
              tx.set(key, bytes("mine"));
              return CLAIMED;
            });
  }

  private static TransactionBody<String> look(byte[] key) {
    return tx -> tx.read(key).thenApply(value -> value == null ? REFUSED : CLAIMED);
  }
}
