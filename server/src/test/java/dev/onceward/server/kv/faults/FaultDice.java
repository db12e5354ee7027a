package dev.onceward.server.kv.faults;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Decides where faults strike, by a seed, and counts them. Each fault has a generator of its own,
 * so that changing the rate of one does not move all others. Thread-safe.
 */
final class FaultDice {
  private final Map<Fault, SplittableRandom> generators = new EnumMap<>(Fault.class);
  private final Map<Fault, Long> struck = new EnumMap<>(Fault.class);
  private FaultRates rates;

  FaultDice(FaultRates rates, long seed) {
    this.rates = rates;
    SplittableRandom root = new SplittableRandom(seed);
    for (Fault fault : Fault.values()) {
      generators.put(fault, root.split());
      struck.put(fault, 0L);
    }
  }

  synchronized void rates(FaultRates changed) {
    rates = changed;
  }

  /** Whether {@code fault} strikes here and now. */
  synchronized boolean strikes(Fault fault) {
    boolean strikes = generator(fault).nextDouble() < rates.of(fault);
    if (strikes) {
      struck.merge(fault, 1L, Long::sum);
    }
    return strikes;
  }

  /** Nanoseconds, more than none and at most {@code most}. */
  synchronized long nanos(Fault fault, Duration most) {
    return generator(fault).nextLong(1, TimeUnit.NANOSECONDS.convert(most) + 1);
  }

  synchronized Map<Fault, Long> struck() {
    return new EnumMap<>(struck);
  }

  private SplittableRandom generator(Fault fault) {
    SplittableRandom generator = generators.get(fault);
    if (generator == null) {
      throw new IllegalArgumentException(fault.name());
    }
    return generator;
  }
}
