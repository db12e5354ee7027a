package dev.onceward.server.record;

import java.math.BigDecimal;
import java.time.Duration;

/** Lengths of time as people write them: {@code 7d}, {@code 1h30m}, {@code 2.5s}. */
public final class Lengths {
  private Lengths() {}

  /** A length in words, exact to the millisecond; what is left beyond is cut off. */
  public static String of(Duration length) {
    long millis = length.toMillis();
    if (millis == 0) {
      return "0s";
    }
    Duration rest = Duration.ofMillis(Math.abs(millis));
    StringBuilder words = new StringBuilder(millis < 0 ? "-" : "");
    part(words, rest.toDaysPart(), "d");
    part(words, rest.toHoursPart(), "h");
    part(words, rest.toMinutesPart(), "m");
    long restMillis = rest.toSecondsPart() * 1_000L + rest.toMillisPart();
    if (restMillis > 0) {
      words.append(BigDecimal.valueOf(restMillis, 3).stripTrailingZeros().toPlainString());
      words.append('s');
    }
    return words.toString();
  }

  private static void part(StringBuilder words, long count, String unit) {
    if (count > 0) {
      words.append(count).append(unit);
    }
  }
}
