package dev.onceward.server.record;

import java.time.Duration;

/** Lengths of time as people write them: {@code 7d}, {@code 1h30m}, {@code 2.5s}. */
public final class Lengths {
  private Lengths() {}

  /** A length in words, exact to the millisecond. */
  public static String of(Duration length) {
    if (length.isZero()) {
      return "0s";
    }
    StringBuilder words = new StringBuilder(length.isNegative() ? "-" : "");
    Duration rest = length.abs();
    part(words, rest.toDaysPart(), "d");
    part(words, rest.toHoursPart(), "h");
    part(words, rest.toMinutesPart(), "m");
    long millis = rest.toSecondsPart() * 1_000L + rest.toMillisPart();
    if (millis % 1_000 == 0) {
      part(words, millis / 1_000, "s");
    } else {
      words.append(java.math.BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString());
      words.append('s');
    }
    return words.length() == 0 ? "0s" : words.toString();
  }

  private static void part(StringBuilder words, long count, String unit) {
    if (count > 0) {
      words.append(count).append(unit);
    }
  }
}
