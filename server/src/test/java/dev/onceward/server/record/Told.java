package dev.onceward.server.record;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    if (answer instanceof Answer.Filed filed) {
      return "filed" + (filed.until() == null ? "" : " until=" + moment(filed.until()));
    }
    return "record";
  }

  private static String option(String name, @Nullable Duration value) {
    return value == null ? "" : " " + name + "=" + seconds(value) + "s";
  }

  /** What differs between two records, each part with its new value; no part is left out. */
  static Map<String, String> changes(@Nullable Record before, @Nullable Record after) {
    return differences(parts(before), parts(after));
  }

  /** What differs in all that is known of a key; but for the events, no part is left out. */
  static Map<String, String> changes(Evidence before, Evidence after) {
    return differences(parts(before), parts(after));
  }

  private static Map<String, String> differences(
      Map<String, String> before, Map<String, String> after) {
    Map<String, String> changes = new LinkedHashMap<>();
    Stream.concat(after.keySet().stream(), before.keySet().stream())
        .distinct()
        .forEach(
            name -> {
              String value = after.getOrDefault(name, NOTHING);
              if (!value.equals(before.getOrDefault(name, NOTHING))) {
                changes.put(name, value);
              }
            });
    return changes;
  }

  private static Map<String, String> parts(Evidence evidence) {
    Map<String, String> parts = parts(evidence.online());
    Archived filed = evidence.filed();
    if (filed != null) {
      parts.put("filed.state", filed.state().name());
      parts.put("filed.version", version(filed.version()));
      parts.put("filed.revision", Long.toString(filed.revision()));
      parts.put("filed.day", moment(filed.finishedOn()));
      parts.put("filed.result", filed.result().toString());
      parts.put("filed.intent", filed.intent().toString());
      parts.put("filed.references", list(filed.references()));
      parts.put("filed.retention", retention(filed.keeping()));
      parts.put("filed.holds", holds(filed.keeping()));
    }
    return parts;
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
    parts.put("labels", labels(record.intent()));
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
    parts.put("retention", retention(record.keeping()));
    parts.put("holds", holds(record.keeping()));
    Record.Kept kept = record.kept();
    parts.put("kept", kept == null ? NOTHING : kept.tier() + moment(kept.until()));
    return parts;
  }

  private static String labels(Intent intent) {
    return intent.labels().isEmpty()
        ? NOTHING
        : intent.labels().equals(Samples.LABELS) ? "web" : "other";
  }

  private static String payload(Payload payload) {
    return payload.bytes() == null
        ? payload.omitted().name()
        : new String(payload.bytes().array(), StandardCharsets.UTF_8);
  }

  private static String failure(Failure failure) {
    String told = failure.kind() + "/" + failure.code();
    String page = failure.payload().equals(Payload.EMPTY) ? "" : "/" + payload(failure.payload());
    Instant pause = failure.retryNotBefore();
    return told + page + (pause == null ? "" : moment(pause));
  }

  private static String retention(Keeping keeping) {
    Retention retention = keeping.retention();
    return retention == null ? NOTHING : moment(retention.until()) + ":" + retention.reason();
  }

  private static String holds(Keeping keeping) {
    return list(
        keeping.holds().stream()
            .map(hold -> hold.name() + (hold.until() == null ? "" : moment(hold.until())))
            .toList());
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
