package dev.onceward.cli;

import com.google.protobuf.Timestamp;
import dev.onceward.v1.Event;
import dev.onceward.v1.Found;
import dev.onceward.v1.Record;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/** Records as people skim them: one a line. */
final class RecordColumns {
  private final Moments moments;
  private final Columns columns;

  RecordColumns(PrintWriter out, Moments moments) {
    this.moments = moments;
    this.columns =
        new Columns(
            out,
            "TENANT",
            "KEY",
            "STATE",
            "TIER",
            "SINCE",
            "REVISION",
            "OWNER",
            "OPERATION",
            "REFERENCES");
  }

  void print(List<Found> found) {
    columns.print(found.stream().map(this::row).toList());
  }

  private List<String> row(Found found) {
    Record record = found.getRecord();
    return List.of(
        record.getTenant(),
        key(found),
        RecordRows.word(record.getState(), "STATE_"),
        RecordRows.word(record.getTier(), "TIER_"),
        since(record),
        Long.toString(record.getRevision()),
        record.getOwner(),
        record.getOperation(),
        String.join(",", record.getReferencesList()));
  }

  /** The key, or of an archived one what is left of it. */
  private static String key(Found found) {
    return found.getKeyHash().isEmpty()
        ? found.getRecord().getKey()
        : "sha256:" + HexFormat.of().formatHex(found.getKeyHash().toByteArray());
  }

  // Without the blank, so that those who count columns by blanks can.
  private String since(Record record) {
    Duration age = moments.age(changed(record));
    return age.isNegative() ? "0ms" : DurationConverter.format(age).replace(" ", "");
  }

  private static Timestamp changed(Record record) {
    if (record.hasFinishedAt()) {
      return record.getFinishedAt();
    }
    return record.getEventsList().stream()
        .filter(RecordColumns::endsAnAttempt)
        .map(Event::getTime)
        .reduce((earlier, later) -> later)
        .filter(time -> isAfter(time, record.getClaimedAt()))
        .orElse(record.getClaimedAt());
  }

  private static boolean isAfter(Timestamp time, Timestamp other) {
    return com.google.protobuf.util.Timestamps.compare(time, other) > 0;
  }

  private static boolean endsAnAttempt(Event event) {
    return switch (event.getKind()) {
      case EVENT_KIND_FAILED, EVENT_KIND_EXPIRED, EVENT_KIND_FORCE_EXPIRED, EVENT_KIND_RESOLVED ->
          true;
      default -> false;
    };
  }
}
