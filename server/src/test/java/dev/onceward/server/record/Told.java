package dev.onceward.server.record;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decisions in the words of {@code transitions.table}. */
final class Told {
  private static final String NOTHING = "-";

  private Told() {}

  static String answer(Answer answer) {
    if (answer instanceof Answer.Begun begun) {
      return begun.decision()
          + (begun.resumed() ? " resumed" : "")
          + option("left", begun.leaseRemaining())
          + option("again", begun.retryAfter());
    }
    if (answer instanceof Answer.Renewed renewed) {
      return "renewed" + option("left", renewed.leaseRemaining());
    }
    if (answer instanceof Answer.Refused refused) {
      StringBuilder told = new StringBuilder(refused.reason().name());
      new TreeMap<>(refused.details())
          .forEach(
              (name, value) ->
                  told.append(' ')
                      .append(name)
                      .append('=')
                      .append(
                          name.equals("current_version") ? version(Long.parseLong(value)) : value));
      return told.toString();
    }
    return "record";
  }

  private static String option(String name, @Nullable Duration value) {
    return value == null ? "" : " " + name + "=" + seconds(value) + "s";
  }

  /** What differs between two records, each part with its new value; no part is left out. */
  static Map<String, String> changes(@Nullable Record before, @Nullable Record after) {
    Map<String, String> old = parts(before);
    Map<String, String> changes = new LinkedHashMap<>();
    parts(after)
        .forEach(
            (name, value) -> {
              if (!value.equals(old.getOrDefault(name, NOTHING))) {
                changes.put(name, value);
              }
            });
    return changes;
  }

  private static Map<String, String> parts(@Nullable Record record) {
    Map<String, String> parts = new LinkedHashMap<>();
    if (record == null) {
      return parts;
    }
    parts.put("key", record.key().tenant() + "/" + record.key().key());
    parts.put("operation", record.intent().operation());
    parts.put("digest", record.intent().requestDigest().equals(Samples.DIGEST) ? "buy1" : "other");
    parts.put("firstSeen", moment(record.intent().firstSeen()));
    parts.put("labels", record.intent().labels().equals(Samples.LABELS) ? "web" : "other");
    parts.put("state", record.state().name());
    parts.put("cause", record.cause().name());
    parts.put("since", moment(record.stateSince()));
    parts.put("revision", Long.toString(record.revision()));
    Claim claim = record.claim();
    parts.put("version", version(claim.version()));
    parts.put("attempt", Integer.toString(claim.attempt()));
    parts.put("by", attempt(claim.attemptId()));
    parts.put("owner", claim.owner());
    parts.put("claimedAt", moment(claim.claimedAt()));
    parts.put("onLeaseExpiry", claim.onLeaseExpiry().name());
    parts.put("deadline", moment(record.leaseExpiresAt()));
    parts.put("result", record.result() == null ? NOTHING : payload(record.result()));
    parts.put("failure", record.failure() == null ? NOTHING : failure(record.failure()));
    parts.put("references", list(record.references()));
    parts.put("spent", list(record.spentAttemptIds().stream().map(Told::attempt).toList()));
    Retention retention = record.keeping().retention();
    parts.put(
        "retention",
        retention == null ? NOTHING : moment(retention.until()) + ":" + retention.reason());
    Record.Kept kept = record.kept();
    parts.put("kept", kept == null ? NOTHING : kept.tier() + moment(kept.until()));
    return parts;
  }

  private static String payload(Payload payload) {
    return new String(Objects.requireNonNull(payload.bytes()).array(), StandardCharsets.UTF_8);
  }

  private static String failure(Failure failure) {
    String told = failure.kind() + "/" + failure.code();
    return failure.retryNotBefore() == null ? told : told + moment(failure.retryNotBefore());
  }

  private static String attempt(String attemptId) {
    return attemptId.replaceAll("attempt-(.+)-0123456789", "$1");
  }

  private static String list(List<String> all) {
    return all.isEmpty() ? NOTHING : all.stream().collect(Collectors.joining(","));
  }

  private static String moment(@Nullable Instant moment) {
    return moment == null ? NOTHING : "+" + seconds(Duration.between(Samples.START, moment)) + "s";
  }

  private static String version(long version) {
    return "@" + plain(BigDecimal.valueOf(version - Samples.versionAt(0), 6));
  }

  private static String seconds(Duration duration) {
    return plain(
        BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9)));
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
