package dev.onceward.server.rpc;

import com.google.protobuf.ByteString;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.RecordKey;
import dev.onceward.v1.BeginRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a Begin. */
final class BeginFields {
  private BeginFields() {}

  /** The question that {@code request} puts; null if a field does not pass. */
  static @Nullable Question read(BeginRequest request, FieldChecks checks) {
    RecordKey key = CommonFields.key(request.getTenant(), request.getKey(), checks);
    checks.text("operation", request.getOperation(), 1, Limits.OPERATION);
    List<Bytes> digests = digests(request, checks);
    checks.text("attempt_id", request.getAttemptId(), Limits.ATTEMPT_ID_MIN, Limits.ATTEMPT_ID);
    checks.text("owner", request.getOwner(), 0, Limits.OWNER);
    Duration lease = CommonFields.lease(request.hasLease(), request.getLease(), checks);
    Duration wait = CommonFields.wait(request.hasWait(), request.getWait(), checks);
    Long expectedVersion = expectedVersion(request, checks);
    LeaseExpiry expiry =
        CommonFields.leaseExpiry(
            request.getOnLeaseExpiry(), request.getOnLeaseExpiryValue(), checks);
    Map<String, String> labels = labels(request, checks);
    if (!checks.passed()) {
      return null;
    }
    Command.Begin begin =
        new Command.Begin(
            key,
            request.getOperation(),
            digests,
            request.getAttemptId(),
            request.getOwner(),
            lease,
            expectedVersion,
            expiry,
            labels);
    return new Question(begin, wait, !request.getWithoutPayload());
  }

  private static List<Bytes> digests(BeginRequest request, FieldChecks checks) {
    ByteString digest = request.getRequestDigest();
    checks.bytes("request_digest", digest, 1, Limits.DIGEST);
    List<ByteString> alternates = request.getAlternateDigestsList();
    if (alternates.isEmpty()) {
      return List.of(CommonFields.bytes(digest));
    }
    if (!checks.count("alternate_digests", alternates.size(), Limits.ALTERNATE_DIGESTS)) {
      return List.of();
    }
    List<Bytes> all = new ArrayList<>(1 + alternates.size());
    all.add(CommonFields.bytes(digest));
    for (int i = 0; i < alternates.size(); i++) {
      checks.bytes("alternate_digests[" + i + "]", alternates.get(i), 1, Limits.DIGEST);
      all.add(CommonFields.bytes(alternates.get(i)));
    }
    return all;
  }

  private static @Nullable Long expectedVersion(BeginRequest request, FieldChecks checks) {
    if (!request.hasExpectedVersion()) {
      return null;
    }
    checks.version("expected_version", request.getExpectedVersion());
    return request.getExpectedVersion();
  }

  private static Map<String, String> labels(BeginRequest request, FieldChecks checks) {
    if (request.getLabelsCount() == 0) {
      return Map.of();
    }
    Map<String, String> labels = request.getLabelsMap();
    if (checks.count("labels", labels.size(), Limits.LABELS)) {
      for (Map.Entry<String, String> label : labels.entrySet()) {
        // A label's key is the caller's data, so the violation names the map only.
        if (label.getKey().isEmpty()) {
          checks.add("labels", "has an empty key: name each label");
        }
        int size = Utf8.length(label.getKey()) + Utf8.length(label.getValue());
        if (size > Limits.LABEL) {
          checks.add(
              "labels",
              "has a key and value of together "
                  + size
                  + " bytes, at most "
                  + Limits.LABEL
                  + " are allowed: make it shorter");
        }
      }
    }
    return labels;
  }
}
