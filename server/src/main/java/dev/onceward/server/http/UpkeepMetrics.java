package dev.onceward.server.http;

import dev.onceward.server.lifecycle.UpkeepObserver;
import dev.onceward.server.store.Chore;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.distribution.TimeWindowMax;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What the background passes do, and how far they are behind. Thread-safe.
 *
 * <p>A lag grows while no pass ends, be it that the passes get nothing from a busy store, that the
 * clock is not trusted, or that there is very much to do: to whoever is alarmed it is the same.
 */
public final class UpkeepMetrics implements UpkeepObserver {
  /** Passes end more often than this if all is well. */
  static final Duration QUIET = Duration.ofSeconds(15);

  // A claim is seen each time that its lease should have ended, not by each pass.
  private static final Duration CLAIM_SHOWN = Duration.ofMinutes(1);

  private final Clock clock;
  private final Map<Chore, Map<Outcome, Counter>> rows = new EnumMap<>(Chore.class);
  private final Map<Chore, Counter> failures = new EnumMap<>(Chore.class);
  private final Map<Chore, Lag> lags = new EnumMap<>(Chore.class);
  private final TimeWindowMax oldestClaim;

  /** Meters in {@code registry}. */
  public UpkeepMetrics(MeterRegistry registry) {
    clock = registry.config().clock();
    oldestClaim = new TimeWindowMax(clock, CLAIM_SHOWN.toMillis(), 2);
    for (Chore chore : Chore.values()) {
      Map<Outcome, Counter> outcomes = new EnumMap<>(Outcome.class);
      for (Outcome outcome : Outcome.values()) {
        outcomes.put(
            outcome,
            Counter.builder("onceward.upkeep.rows")
                .description("Due rows looked at by background passes")
                .tag("chore", label(chore))
                .tag("outcome", label(outcome))
                .register(registry));
      }
      rows.put(chore, outcomes);
      failures.put(
          chore,
          Counter.builder("onceward.upkeep.failures")
              .description("Transactions of background passes that failed and are tried again")
              .tag("chore", label(chore))
              .register(registry));
      lags.put(chore, new Lag());
    }
    gauge(
        "onceward.reaper.lag",
        "How long the most overdue lease had ended",
        registry,
        () -> lag(Chore.LEASES));
    gauge(
        "onceward.retention.lag",
        "How long the most overdue step of retention had been due",
        registry,
        () -> Math.max(lag(Chore.TIERS), lag(Chore.ARCHIVE)));
    gauge(
        "onceward.oldest.processing",
        "Age of the oldest claim that was renewed past its first lease",
        registry,
        () -> oldestClaim.poll(TimeUnit.SECONDS));
  }

  private static void gauge(
      String name, String description, MeterRegistry registry, Supplier<Number> value) {
    Gauge.builder(name, value).description(description).baseUnit("seconds").register(registry);
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private double lag(Chore chore) {
    return of(lags, chore).seconds();
  }

  @Override
  public void looked(Chore chore, Outcome outcome, int count) {
    of(of(rows, chore), outcome).increment(count);
  }

  @Override
  public void failed(Chore chore) {
    of(failures, chore).increment();
  }

  @Override
  public void passed(Chore chore, Duration lag, Duration oldest) {
    of(lags, chore).passed(lag);
    if (chore == Chore.LEASES) {
      oldestClaim.record((double) oldest.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private static <K extends Enum<K>, V> V of(Map<K, V> map, K key) {
    V value = map.get(key);
    if (value == null) {
      throw new IllegalStateException("nothing for " + key);
    }
    return value;
  }

  /** How far one chore is behind. */
  private final class Lag {
    private Duration atLastPass = Duration.ZERO;
    private long lastPassNanos = clock.monotonicTime();

    synchronized void passed(Duration lag) {
      atLastPass = lag;
      lastPassNanos = clock.monotonicTime();
    }

    synchronized double seconds() {
      Duration since = Duration.ofNanos(clock.monotonicTime() - lastPassNanos);
      Duration silent = since.minus(QUIET);
      return (silent.isNegative() ? atLastPass : atLastPass.plus(silent)).toMillis() / 1_000.0;
    }
  }
}
