package dev.onceward.cli;

import com.google.protobuf.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

/** Times as people read them: in their zone, and how far away. */
final class Moments {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSxxx");

  private final Clock clock;

  Moments(Clock clock) {
    this.clock = clock;
  }

  /** {@code 2026-07-30 14:00:29.800+02:00 (in 29.8s)}. */
  String withDistance(Timestamp moment) {
    Duration ago = age(moment);
    String distance =
        ago.isNegative()
            ? "in " + DurationConverter.format(ago.negated())
            : DurationConverter.format(ago) + " ago";
    return plain(moment) + " (" + distance + ")";
  }

  /** {@code 2026-07-30 14:00:29.800+02:00}. */
  String plain(Timestamp moment) {
    return FORM.format(instant(moment).atZone(clock.getZone()));
  }

  /** How long ago it was; negative while it is ahead. */
  Duration age(Timestamp moment) {
    return Duration.between(instant(moment), clock.instant());
  }

  private static Instant instant(Timestamp moment) {
    return Instant.ofEpochSecond(moment.getSeconds(), moment.getNanos());
  }
}
