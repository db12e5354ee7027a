package dev.onceward.cli;

import java.time.Duration;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Durations as people write them: {@code 500ms}, {@code 30s}, {@code 2m}, {@code 1h}, {@code 7d}.
 */
final class DurationConverter implements ITypeConverter<Duration> {
  // Nine digits of the longest unit are far beyond every limit, and no overflow.
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'"
              + text
              + "' is not a duration: write a whole number and ms, s, m, h or d, for example 30s");
    }
    long count = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> Duration.ofDays(count);
    };
  }

  /** Whether {@code text} is written as a duration. */
  static boolean isDuration(String text) {
    return FORM.matcher(text).matches();
  }

  /**
   * {@code duration} for people, in its two largest units: {@code 1h 5m}, {@code 29.8s}, {@code
   * 40ms}.
   */
  static String format(Duration duration) {
    if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
      return duration.toMillis() + "ms";
    }
    if (duration.compareTo(Duration.ofMinutes(1)) < 0) {
      int tenths = duration.toMillisPart() / 100;
      return duration.toSeconds() + (tenths == 0 ? "" : "." + tenths) + "s";
    }
    if (duration.compareTo(Duration.ofHours(1)) < 0) {
      return pair(duration.toMinutes(), "m", duration.toSecondsPart(), "s");
    }
    if (duration.compareTo(Duration.ofDays(2)) < 0) {
      return pair(duration.toHours(), "h", duration.toMinutesPart(), "m");
    }
    return pair(duration.toDays(), "d", duration.toHoursPart(), "h");
  }

  static String format(com.google.protobuf.Duration duration) {
    return format(fromProto(duration));
  }

  /** {@code duration} to the millisecond: {@code 2d 1h 30m}, {@code 0s}. */
  static String exact(Duration duration) {
    StringJoiner parts = new StringJoiner(" ").setEmptyValue("0s");
    part(parts, duration.toDays(), "d");
    part(parts, duration.toHoursPart(), "h");
    part(parts, duration.toMinutesPart(), "m");
    part(parts, duration.toSecondsPart(), "s");
    part(parts, duration.toMillisPart(), "ms");
    return parts.toString();
  }

  private static void part(StringJoiner parts, long count, String unit) {
    if (count != 0) {
      parts.add(count + unit);
    }
  }

  private static String pair(long large, String largeUnit, int small, String smallUnit) {
    return large + largeUnit + (small == 0 ? "" : " " + small + smallUnit);
  }

  static com.google.protobuf.Duration toProto(Duration duration) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  static Duration fromProto(com.google.protobuf.Duration duration) {
    return Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
  }
}
