package dev.onceward.server.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.Row;
import dev.onceward.server.record.Archived;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A whole store read at one snapshot, and what its records say that it must hold: LAYOUT.md once
 * more, written without a look at the code that writes the rows.
 */
public final class Recount {
  /** The states in the order of their codes, from 1. */
  static final List<State> STATES =
      List.of(
          State.PROCESSING,
          State.SUCCEEDED,
          State.FAILED_RETRYABLE,
          State.FAILED_FINAL,
          State.IN_DOUBT);

  private final Map<RecordKey, Record> records = new TreeMap<>(Recount::compare);

  /** Stands where a state's number would, in the counter of archived keys. */
  private static final int ARCHIVED = 6;

  /** Classes of due rows. */
  private static final int DOUBT = 3;

  private static final int ARCHIVE = 4;

  private final Map<String, Archived> archived = new TreeMap<>();
  private final Map<String, Map<Long, Bytes>> tenants = new TreeMap<>();
  private final List<Tuple> dueRows = new ArrayList<>();
  private long archivedCount;
  private final Map<State, Long> counters = new EnumMap<>(State.class);
  private final Set<String> expected = new TreeSet<>();
  private final Set<String> present = new TreeSet<>();
  private final Map<RecordKey, ByteArrayOutputStream> chunks = new TreeMap<>(Recount::compare);
  private final Map<String, Long> counts = new TreeMap<>();

  private Recount() {}

  /** Reads all rows under {@code root}. */
  public static Recount of(KeyValueStore store, String root) {
    Recount recount = new Recount();
    for (Row row : rows(store, root)) {
      recount.take(Tuple.fromBytes(row.key()).popFront(), row.value());
    }
    recount.counts.forEach((counter, count) -> recount.expected.add(counter + " = " + count));
    recount.checkChunks();
    recount.checkTenants();
    return recount;
  }

  private static List<Row> rows(KeyValueStore store, String root) {
    var range = Tuple.from(root).range();
    return store
        .attempt(transaction -> transaction.scan(range.begin, range.end, Integer.MAX_VALUE))
        .join();
  }

  /** Rows that are missing, or that nothing explains; empty for a sound store. */
  public List<String> differences() {
    List<String> differences = new ArrayList<>();
    expected.stream()
        .filter(row -> !present.contains(row))
        .map("missing: "::concat)
        .forEach(differences::add);
    present.stream()
        .filter(row -> !expected.contains(row))
        .map("stray: "::concat)
        .forEach(differences::add);
    return differences;
  }

  /** Due rows, but those of doubts, whose time is over. */
  public List<String> overdue(Instant now) {
    return dueRows.stream()
        .filter(
            row ->
                row.getLong(2) == ARCHIVE
                    ? row.getLong(3) <= Duration.between(Instant.EPOCH, now).toDays()
                    : row.getLong(2) != DOUBT && row.getLong(3) <= now.toEpochMilli())
        .map(Tuple::toString)
        .toList();
  }

  /** All records that can be read. */
  public Map<RecordKey, Record> records() {
    return records;
  }

  /** All archived keys, by tenant and hash. */
  public Map<String, Archived> archived() {
    return archived;
  }

  /** What the counter rows say of archived keys. */
  public long archivedCount() {
    return archivedCount;
  }

  /** What the counter rows say, zeros left out. */
  public Map<State, Long> counters() {
    return counters;
  }

  private void take(Tuple key, byte[] value) {
    if (key.get(0) instanceof String) {
      return; // the header, and the servers' rows
    }
    Tuple rest = key.popFront().popFront();
    switch (key.getString(1)) {
      case "r" ->
          record(key.getLong(0), new RecordKey(rest.getString(0), rest.getString(1)), value);
      case "p" -> {
        present.add(key.toString());
        chunks
            .computeIfAbsent(
                new RecordKey(rest.getString(0), rest.getString(1)),
                k -> new ByteArrayOutputStream())
            .writeBytes(value);
      }
      case "c" -> counter(key, value);
      case "d" -> {
        present.add(key.toString());
        dueRows.add(key);
      }
      case "x" -> present.add(key.toString());
      case "f" -> {}
      case "t" ->
          tenants
              .computeIfAbsent(rest.getString(0), t -> new TreeMap<>())
              .put(key.getLong(0), Bytes.wrap(value));
      case "a" -> archived(key.getLong(0), rest, value);
      default -> present.add("unknown row " + key);
    }
  }

  private void counter(Tuple key, byte[] value) {
    long count = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (count != 0) {
      present.add(key + " = " + count);
      if (key.getLong(3) == ARCHIVED) {
        archivedCount += count;
      } else {
        counters.merge(STATES.get((int) key.getLong(3) - 1), count, Long::sum);
      }
    }
  }

  private void record(long bucket, RecordKey key, byte[] value) {
    StoredRow row;
    try {
      row = RecordCodec.decode(key, value);
    } catch (CorruptRecordException e) {
      return;
    }
    Record record = row.record();
    records.put(key, record);
    expected.add(due(bucket, row).toString());
    for (String reference : new HashSet<>(record.references())) {
      expected.add(Tuple.from(bucket, "x", key.tenant(), reference, key.key()).toString());
    }
    for (int n = 0; n < row.chunkCount(); n++) {
      expected.add(Tuple.from(bucket, "p", key.tenant(), key.key(), n).toString());
    }
    counts.merge(
        Tuple.from(bucket, "c", key.tenant(), STATES.indexOf(record.state()) + 1).toString(),
        1L,
        Long::sum);
  }

  private void archived(long bucket, Tuple rest, byte[] value) {
    FiledRow row;
    try {
      row = ArchivedCodec.decode(value);
    } catch (CorruptRecordException e) {
      return;
    }
    String tenant = rest.getString(0);
    byte[] hash = rest.getBytes(1);
    archived.put(tenant + "/" + Bytes.wrap(hash), row.archived());
    expected.add(Tuple.from(bucket, "d", 4, row.dueDay(), tenant, hash).toString());
    for (String reference : new HashSet<>(row.archived().references())) {
      expected.add(Tuple.from(bucket, "x", tenant, reference, hash).toString());
    }
    counts.merge(Tuple.from(bucket, "c", tenant, ARCHIVED).toString(), 1L, Long::sum);
  }

  private static Tuple due(long bucket, StoredRow row) {
    Record record = row.record();
    Instant due = row.indexedDue();
    int dueClass =
        switch (record.state()) {
          case PROCESSING -> 1;
          case SUCCEEDED, FAILED_FINAL, FAILED_RETRYABLE -> 2;
          case IN_DOUBT -> 3;
        };
    return Tuple.from(
        bucket, "d", dueClass, due.toEpochMilli(), record.key().tenant(), record.key().key());
  }

  private void checkChunks() {
    for (Map.Entry<RecordKey, Record> entry : records.entrySet()) {
      Payload payload = entry.getValue().payload();
      if (payload != null && payload.isElsewhere()) {
        ByteArrayOutputStream read = chunks.get(entry.getKey());
        byte[] bytes = read == null ? new byte[0] : read.toByteArray();
        if (!Payload.sha256(Bytes.wrap(bytes)).equals(payload.digest())) {
          present.add("payload of " + entry.getKey() + " with other bytes than its digest's");
        }
      }
    }
  }

  private void checkTenants() {
    tenants.forEach(
        (tenant, rows) -> {
          if (new HashSet<>(rows.values()).size() > 1) {
            present.add("rows of tenant " + tenant + " that differ");
          }
        });
  }

  private static int compare(RecordKey one, RecordKey other) {
    return Arrays.compare(
        new String[] {one.tenant(), one.key()}, new String[] {other.tenant(), other.key()});
  }
}
