package dev.onceward.cli;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import dev.onceward.v1.Failure;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.Record;
import dev.onceward.v1.RecordHold;
import dev.onceward.v1.Result;
import dev.onceward.v1.Tier;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A record as people read it: only what is set, times in their zone and how far away, payloads as
 * far as they are text.
 */
final class RecordRows {
  private static final int TEXT_PREVIEW_CHARS = 200;
  private static final int BINARY_PREVIEW_BYTES = 32;

  private final Moments moments;

  RecordRows(Moments moments) {
    this.moments = moments;
  }

  void add(Record record, Table table) {
    table.row("tenant", record.getTenant());
    table.row("key", record.getKey());
    table.row("operation", record.getOperation());
    table.row("state", word(record.getState(), "STATE_"));
    table.row("version", Long.toString(record.getVersion()));
    table.row("revision", Long.toString(record.getRevision()));
    table.row("attempt", record.getAttempt() == 0 ? "" : Integer.toString(record.getAttempt()));
    table.row("owner", record.getOwner());
    table.row("request digest", hex(record.getRequestDigest()));
    table.row("first seen", time(record.hasFirstSeen(), record.getFirstSeen()));
    table.row("claimed", time(record.hasClaimedAt(), record.getClaimedAt()));
    table.row("lease ends", time(record.hasLeaseExpiresAt(), record.getLeaseExpiresAt()));
    table.row("on lease expiry", word(record.getOnLeaseExpiry(), "LEASE_EXPIRY_"));
    table.row("finished", time(record.hasFinishedAt(), record.getFinishedAt()));
    table.row("tier", word(record.getTier(), "TIER_"));
    table.row("tier ends", tierEnds(record));
    table.row("retained until", time(record.hasRetainedUntil(), record.getRetainedUntil()));
    record.getHoldsList().forEach(hold -> table.row("hold", hold(hold)));
    if (record.hasResult()) {
      add(record.getResult(), table);
    }
    if (record.hasFailure()) {
      add(record.getFailure(), table);
    }
    new TreeMap<>(record.getLabelsMap())
        .forEach((name, value) -> table.row("label", name + "=" + value));
    record.getReferencesList().forEach(reference -> table.row("reference", reference));
    new EventTimeline(moments, record.getEventsList()).addTo(table);
  }

  private static void add(Result result, Table table) {
    PayloadOmitted omitted = result.getPayloadOmitted();
    boolean present =
        omitted == PayloadOmitted.PAYLOAD_OMITTED_NONE
            || omitted == PayloadOmitted.PAYLOAD_OMITTED_UNSPECIFIED;
    table.row(
        "result",
        present
            ? preview(result.getPayload())
            : "payload"
                + (result.getPayloadSize() == 0 ? "" : " of " + result.getPayloadSize() + " bytes")
                + " omitted: "
                + word(omitted, "PAYLOAD_OMITTED_"));
    table.row("content type", result.getContentType());
    table.row("payload digest", hex(result.getPayloadDigest()));
  }

  private void add(Failure failure, Table table) {
    table.row(
        "failure", (word(failure.getKind(), "FAILURE_KIND_") + " " + failure.getCode()).strip());
    table.row("failure message", failure.getMessage());
    if (!failure.getPayload().isEmpty()) {
      table.row("failure payload", preview(failure.getPayload()));
    }
    table.row("failure content type", failure.getContentType());
    table.row("no retry before", time(failure.hasRetryNotBefore(), failure.getRetryNotBefore()));
  }

  private String tierEnds(Record record) {
    if (record.getTier() == Tier.TIER_UNSPECIFIED) {
      return "";
    }
    String end = record.hasTierUntil() ? moments.withDistance(record.getTierUntil()) : "never";
    boolean held = record.getHoldsList().stream().anyMatch(this::isInForce);
    return held ? end + ", but not while it is held" : end;
  }

  private String hold(RecordHold hold) {
    String end =
        hold.hasUntil()
            ? (isInForce(hold) ? "until " : "ended ") + moments.withDistance(hold.getUntil())
            : "until released";
    return hold.getName() + ", " + end + ", by " + hold.getWho() + ": " + hold.getEvidence();
  }

  private boolean isInForce(RecordHold hold) {
    return !hold.hasUntil() || moments.age(hold.getUntil()).isNegative();
  }

  private String time(boolean present, Timestamp moment) {
    return present ? moments.withDistance(moment) : "";
  }

  private static String preview(ByteString payload) {
    String size = payload.size() + (payload.size() == 1 ? " byte" : " bytes");
    if (payload.isEmpty()) {
      return size;
    }
    Optional<String> text = text(payload);
    if (text.isPresent()) {
      return size + " of text: " + cut(text.get());
    }
    int shown = Math.min(payload.size(), BINARY_PREVIEW_BYTES);
    return size + ": " + hex(payload.substring(0, shown)) + (shown < payload.size() ? "..." : "");
  }

  private static Optional<String> text(ByteString payload) {
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(payload.toByteArray()))
              .toString();
      boolean plain = text.codePoints().allMatch(c -> Text.isPlain(c) || Character.isWhitespace(c));
      return plain ? Optional.of(text) : Optional.empty();
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static String cut(String text) {
    if (text.length() <= TEXT_PREVIEW_CHARS) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, TEXT_PREVIEW_CHARS)))
        + "...";
  }

  private static String hex(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  /** The constant's name as the contract's documents write it; empty where it is absent. */
  static String word(Enum<?> constant, String prefix) {
    String name = constant.name();
    String word = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
    return word.equals("UNSPECIFIED") ? "" : word;
  }
}
