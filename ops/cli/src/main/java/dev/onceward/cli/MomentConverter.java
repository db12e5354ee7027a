package dev.onceward.cli;

import com.google.protobuf.Timestamp;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Times ahead as people write them: {@code 30d} from now, {@code 2027-01-31}, the beginning of that
 * day in their zone, or {@code 2027-01-31T12:00Z}.
 */
final class MomentConverter implements ITypeConverter<Instant> {
  private final Clock clock;

  MomentConverter(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Instant convert(String text) {
    if (DurationConverter.isDuration(text)) {
      return clock.instant().plus(new DurationConverter().convert(text));
    }
    try {
      return text.contains("T")
          ? OffsetDateTime.parse(text).toInstant()
          : LocalDate.parse(text).atStartOfDay(clock.getZone()).toInstant();
    } catch (DateTimeException e) {
      throw new TypeConversionException(
          "'"
              + text
              + "' is not a time: write a duration from now (30d), a day (2027-01-31), or a time with its zone"
              + " (2027-01-31T12:00Z)");
    }
  }

  static Timestamp toProto(Instant instant) {
    return Timestamp.newBuilder()
        .setSeconds(instant.getEpochSecond())
        .setNanos(instant.getNano())
        .build();
  }
}
