package dev.onceward.server.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.onceward.server.record.Lengths;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The checks of one request's fields, and what they have found, so that its caller can mend all of
 * it at once. Used by one request only.
 *
 * <p>Each check names the field as the contract does, and adds a violation if the value is out of
 * its limits. Nothing is allocated while all is well.
 */
final class FieldChecks {
  /** No more than so many are told. */
  private static final int VIOLATIONS_MAX = 32;

  private static final long DURATION_SECONDS_MAX = 315_576_000_000L;
  private static final long TIMESTAMP_SECONDS_MIN = -62_135_596_800L;
  private static final long TIMESTAMP_SECONDS_MAX = 253_402_300_799L;
  private static final int NANOS_MAX = 999_999_999;

  private final Scope scope;
  private String message = "";
  private @Nullable List<Violation> violations;

  FieldChecks(Scope scope) {
    this.scope = scope;
  }

  /** Whether the request is an item of a Batch. */
  boolean inBatch() {
    return scope.isBatch();
  }

  /** Names the fields to come as those of a message in this field, until {@link #leave}. */
  void enter(String field) {
    message = field;
  }

  /** Names the fields to come as the request's own. */
  void leave() {
    message = "";
  }

  /** Whether nothing was found so far. */
  boolean passed() {
    return violations == null;
  }

  /** What was found, as a refusal; there must be something. */
  Refusal refusal() {
    if (violations == null) {
      throw new IllegalStateException("no violation was found");
    }
    return Refusal.of(List.copyOf(violations));
  }

  /** Adds a violation. */
  void add(String field, String description) {
    if (violations == null) {
      violations = new ArrayList<>();
    }
    if (violations.size() < VIOLATIONS_MAX) {
      String path = message.isEmpty() ? field : message + "." + field;
      violations.add(new Violation(scope.path(path), description));
    }
  }

  /** A string of {@code min} to {@code max} bytes. */
  void text(String field, String value, int min, int max) {
    if (!Utf8.surelyWithin(value, min, max)) {
      size(field, Utf8.length(value), min, max);
    }
  }

  /** A byte string of {@code min} to {@code max} bytes. */
  void bytes(String field, ByteString value, int min, int max) {
    size(field, value.size(), min, max);
  }

  /** At most {@code max} strings, each of 1 to {@code bytesMax} bytes. */
  void texts(String field, List<String> values, int max, int bytesMax) {
    if (count(field, values.size(), max)) {
      for (int i = 0; i < values.size(); i++) {
        if (!Utf8.surelyWithin(values.get(i), 1, bytesMax)) {
          size(field + "[" + i + "]", Utf8.length(values.get(i)), 1, bytesMax);
        }
      }
    }
  }

  /** At most {@code max} elements. */
  boolean count(String field, int count, int max) {
    if (count > max) {
      add(field, "has " + count + " elements, at most " + max + " are allowed: send fewer");
      return false;
    }
    return true;
  }

  /** A size of {@code min} to {@code max} bytes. */
  void size(String field, int bytes, int min, int max) {
    if (bytes == 0 && min > 0) {
      add(field, "is missing: " + min + " to " + max + " bytes are required");
    } else if (bytes < min) {
      add(field, "is " + bytes + " bytes, at least " + min + " are required: make it longer");
    } else if (bytes > max) {
      add(field, "is " + bytes + " bytes, at most " + max + " are allowed: make it shorter");
    }
  }

  /** A claim's version. */
  void version(String field, long value) {
    if (value <= 0) {
      add(field, "is " + value + ", must be above 0: send the version that Begin answered");
    }
  }

  /** A record's revision. */
  void revision(String field, long value) {
    if (value <= 0) {
      add(field, "is " + value + ", must be above 0: send the revision that Get answered");
    }
  }

  /** A well-formed length of time of {@code min} to {@code max}; null if it is not. */
  java.time.@Nullable Duration duration(
      String field, Duration given, java.time.Duration min, java.time.Duration max) {
    long seconds = given.getSeconds();
    int nanos = given.getNanos();
    if (!isDuration(seconds, nanos)) {
      add(
          field,
          "is not a duration: seconds must be within 315576000000 and nanos within 999999999 of 0,"
              + " with one sign");
      return null;
    }
    java.time.Duration value = java.time.Duration.ofSeconds(seconds, nanos);
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      add(
          field,
          "is %s, must be %s to %s: choose one in this range"
              .formatted(Lengths.of(value), Lengths.of(min), Lengths.of(max)));
      return null;
    }
    return value;
  }

  private static boolean isDuration(long seconds, int nanos) {
    boolean signsAgree = seconds == 0 || nanos == 0 || (seconds < 0) == (nanos < 0);
    return seconds >= -DURATION_SECONDS_MAX
        && seconds <= DURATION_SECONDS_MAX
        && nanos >= -NANOS_MAX
        && nanos <= NANOS_MAX
        && signsAgree;
  }

  /** A well-formed moment; null if it is not. */
  @Nullable Instant timestamp(String field, Timestamp given) {
    long seconds = given.getSeconds();
    int nanos = given.getNanos();
    if (seconds < TIMESTAMP_SECONDS_MIN
        || seconds > TIMESTAMP_SECONDS_MAX
        || nanos < 0
        || nanos > NANOS_MAX) {
      add(field, "is not a timestamp: years 0001 to 9999, nanos 0 to 999999999");
      return null;
    }
    return Instant.ofEpochSecond(seconds, nanos);
  }

  /** Refuses an enum's value that this server does not know. */
  void unknownEnum(String field, int number) {
    add(field, "has the unknown value " + number + ": use a value of this contract's version");
  }
}
