package dev.onceward.cli;

import com.google.protobuf.Timestamp;
import java.time.Instant;

/** Timestamps of the contract, as tests write them. */
final class Times {
  private Times() {}

  static Timestamp at(String instant) {
    return MomentConverter.toProto(Instant.parse(instant));
  }

  /** A time relative to the fixture's clock. */
  static Timestamp fromNow(long millis) {
    return MomentConverter.toProto(CommandLineFixture.NOW.plusMillis(millis));
  }
}
