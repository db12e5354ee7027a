package dev.onceward.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.faults.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The long run behind {@code ops/soak}: seed after seed on every processor, until time is over. */
final class ProofSoak {
  private static final String MINUTES = "onceward.soak.minutes";
  private static final Duration BETWEEN_WORDS = Duration.ofSeconds(20);

  private final AtomicLong next = new AtomicLong(Long.getLong("onceward.seed", 1));
  private final long first = next.get();
  private final Map<Fault, Long> faults = new TreeMap<>(); // guarded by this
  private long seeds; // guarded by this
  private Duration simulated = Duration.ZERO; // guarded by this
  private long judged; // guarded by this
  private long effects; // guarded by this
  private long crashes; // guarded by this
  private long toldNanos = System.nanoTime(); // guarded by this

  @Test
  @EnabledIfSystemProperty(
      named = MINUTES,
      matches = "[0-9]+",
      disabledReason = "a long run of its own: ops/soak")
  void run_untilTheTimeIsOver_noPromiseBroken() throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(Long.getLong(MINUTES)).toNanos();
    int threads = Runtime.getRuntime().availableProcessors();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(pool.submit(() -> playUntil(end)));
    }
    pool.shutdown();
    for (Future<?> each : all) {
      try {
        each.get();
      } catch (ExecutionException e) {
        throw new AssertionError(e.getCause());
      }
    }
    tell();
    assertThat(seeds).isPositive();
  }

  private void playUntil(long end) {
    while (System.nanoTime() < end) {
      long seed = next.getAndIncrement();
      try {
        add(new ProofRun(seed).play());
      } catch (AssertionError | RuntimeException e) {
        System.out.println("BROKEN: seed " + seed + ": " + e);
        throw new AssertionError("-Dtest=ProofSimulation -Donceward.seed=" + seed, e);
      }
    }
  }

  private synchronized void add(ProofRun.Report report) {
    seeds++;
    simulated = simulated.plus(report.simulated());
    judged += report.judged();
    effects += report.effects();
    crashes += report.crashes();
    report.faults().forEach((fault, count) -> faults.merge(fault, count, Long::sum));
    if (System.nanoTime() - toldNanos > BETWEEN_WORDS.toNanos()) {
      toldNanos = System.nanoTime();
      tell();
    }
  }

  private synchronized void tell() {
    System.out.printf(
        "%,d seeds from %d, %,.1f simulated hours, %,d answers judged, %,d effects, %,d crashes, faults %s%n",
        seeds, first, simulated.toMinutes() / 60.0, judged, effects, crashes, faults);
  }
}
