package dev.onceward.server.kv.faults;

import java.util.EnumMap;
import java.util.Map;

/**
 * How often each fault strikes.
 *
 * @param rates probability, 0 to 1, that a fault strikes where it can; absent is 0
 */
public record FaultRates(Map<Fault, Double> rates) {
  /** A faultless store. */
  public static final FaultRates NONE = new FaultRates(Map.of());

  /** Copies and checks. */
  public FaultRates {
    rates = Map.copyOf(rates);
    rates.forEach(
        (fault, rate) -> {
          if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException(fault + " must be 0 to 1: " + rate);
          }
        });
  }

  /** Every fault at one rate. */
  public static FaultRates all(double rate) {
    Map<Fault, Double> rates = new EnumMap<>(Fault.class);
    for (Fault fault : Fault.values()) {
      rates.put(fault, rate);
    }
    return new FaultRates(rates);
  }

  /** These, with one fault at another rate. */
  public FaultRates with(Fault fault, double rate) {
    Map<Fault, Double> changed = new EnumMap<>(Fault.class);
    changed.putAll(rates);
    changed.put(fault, rate);
    return new FaultRates(changed);
  }

  double of(Fault fault) {
    return rates.getOrDefault(fault, 0.0);
  }
}
