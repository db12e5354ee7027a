package dev.onceward.server.rpc;

import com.google.protobuf.Timestamp;
import java.time.Duration;
import java.time.Instant;

/** Times in the wire's words. */
final class TimeMessages {
  private TimeMessages() {}

  static Timestamp of(Instant moment) {
    return Timestamp.newBuilder()
        .setSeconds(moment.getEpochSecond())
        .setNanos(moment.getNano())
        .build();
  }

  /** A length of time that is not negative. */
  static com.google.protobuf.Duration of(Duration length) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(length.getSeconds())
        .setNanos(length.getNano())
        .build();
  }
}
