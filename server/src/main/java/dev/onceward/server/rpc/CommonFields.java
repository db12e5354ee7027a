package dev.onceward.server.rpc;

import com.google.protobuf.ByteString;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Lengths;
import dev.onceward.server.record.RecordKey;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the fields that several requests have. */
final class CommonFields {
  private CommonFields() {}

  /** A tenant's name. */
  static String tenant(String tenant, FieldChecks checks) {
    checks.text("tenant", tenant, 1, Limits.TENANT);
    return tenant;
  }

  /** The record's identity. */
  static RecordKey key(String tenant, String key, FieldChecks checks) {
    tenant(tenant, checks);
    checks.text("key", key, 1, Limits.KEY);
    return new RecordKey(tenant, key);
  }

  /** A claim's lease; null for the policy's, or if it does not pass. */
  static @Nullable Duration lease(
      boolean given, com.google.protobuf.Duration lease, FieldChecks checks) {
    return given ? checks.duration("lease", lease, Limits.LEASE_MIN, Limits.LEASE_MAX) : null;
  }

  /** How long to wait; none in a Batch, where an item would make all the others wait. */
  static Duration wait(boolean given, com.google.protobuf.Duration wait, FieldChecks checks) {
    if (!given) {
      return Duration.ZERO;
    }
    Duration asked = checks.duration("wait", wait, Duration.ZERO, Limits.WAIT_MAX);
    if (asked == null) {
      return Duration.ZERO;
    }
    if (checks.inBatch() && !asked.isZero()) {
      checks.add("wait", "is " + Lengths.of(asked) + ", a Batch never waits: leave it out");
    }
    return asked;
  }

  /** What becomes of a claim; null for the policy's, or if it does not pass. */
  static @Nullable LeaseExpiry leaseExpiry(
      dev.onceward.v1.LeaseExpiry given, int number, FieldChecks checks) {
    return switch (given) {
      case LEASE_EXPIRY_UNSPECIFIED -> null;
      case LEASE_EXPIRY_RETRY -> LeaseExpiry.RETRY;
      case LEASE_EXPIRY_HOLD -> LeaseExpiry.HOLD;
      case UNRECOGNIZED -> {
        checks.unknownEnum("on_lease_expiry", number);
        yield null;
      }
    };
  }

  /** Business numbers. */
  static List<String> references(List<String> given, FieldChecks checks) {
    if (given.isEmpty()) {
      return List.of();
    }
    checks.texts("references", given, Limits.REFERENCES, Limits.REFERENCE);
    return given;
  }

  /** The operator and the reason that whatever changes something has to name. */
  static void onWhoseWord(String who, String evidence, FieldChecks checks) {
    checks.text("who", who, 1, Limits.WHO);
    checks.text("evidence", evidence, 1, Limits.EVIDENCE);
  }

  /** A copy of the bytes. */
  static Bytes bytes(ByteString given) {
    return Bytes.wrap(given.toByteArray());
  }
}
