package dev.onceward.server.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.Difference.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One step of an audit over rows: each is compared with what follows from the records of the same
 * snapshot. Used by one transaction.
 */
final class RowAudit {
  private final Transaction transaction;
  private final Layout layout;
  private final Audit.Request request;
  private final List<Difference> differences = new ArrayList<>();
  private final Map<Bytes, CompletableFuture<byte @Nullable []>> reads = new HashMap<>();
  private long records;
  private long rows;
  private int repaired;

  RowAudit(Transaction transaction, Layout layout, Audit.Request request) {
    this.transaction = transaction;
    this.layout = layout;
    this.request = request;
  }

  /** What was found, once all has been looked at. */
  AuditStep step(AuditStep.@Nullable Place next) {
    return new AuditStep(records, rows, differences, repaired, next);
  }

  CompletableFuture<Void> lookAt(List<Row> found) {
    List<CompletableFuture<?>> looks = new ArrayList<>();
    for (Row row : found) {
      looks.add(lookAt(row));
    }
    return CompletableFuture.allOf(looks.toArray(CompletableFuture<?>[]::new));
  }

  private CompletableFuture<?> lookAt(Row row) {
    Tuple key = Layout.rest(row.key());
    switch (request.place().part()) {
      case RECORDS, ARCHIVED -> records++;
      default -> rows++;
    }
    return switch (request.place().part()) {
      case RECORDS -> record(new RecordKey(key.getString(0), key.getString(1)), row);
      case ARCHIVED -> archived(new ArchiveKey(key.getString(0), Bytes.wrap(key.getBytes(1))), row);
      case DUE -> index(row, key, 2, key.getLong(0) == DueClass.ARCHIVE.code());
      case REFERENCES -> index(row, Tuple.from(key.get(0), key.get(2)), 0, isHash(key.get(2)));
      case CHUNKS -> index(row, key, 0, false);
      case TENANTS -> tenant(key.getString(0), row);
      case TENANTS_ELSEWHERE -> copy(key.getString(0), row);
      case COUNTERS -> throw new IllegalStateException("counters are recounted");
    };
  }

  private static boolean isHash(Object element) {
    return element instanceof byte[];
  }

  private CompletableFuture<?> record(RecordKey key, Row row) {
    String words = "record " + words(key.tenant(), key.key());
    try {
      return want(row.key(), WantedRows.of(layout, request.bucket(), decode(key, row)), words);
    } catch (CorruptRecordException e) {
      differences.add(new Difference(Kind.CORRUPT, words));
      return CompletableFuture.completedFuture(null);
    }
  }

  private static StoredRow decode(RecordKey key, Row row) throws CorruptRecordException {
    return RecordCodec.decode(key, row.value());
  }

  private CompletableFuture<?> archived(ArchiveKey key, Row row) {
    String words = "archived " + words(key.tenant(), key.hash().toString());
    try {
      FiledRow filed = ArchivedCodec.decode(row.value());
      return want(row.key(), WantedRows.of(layout, request.bucket(), key, filed), words);
    } catch (CorruptRecordException e) {
      differences.add(new Difference(Kind.CORRUPT, words));
      return CompletableFuture.completedFuture(null);
    }
  }

  private CompletableFuture<?> want(byte[] owner, List<WantedRows.Wanted> wanted, String words) {
    List<CompletableFuture<?>> looks = new ArrayList<>();
    for (WantedRows.Wanted each : wanted) {
      looks.add(
          transaction
              .read(each.key().array())
              .thenAccept(
                  value -> {
                    if (value == null) {
                      missing(owner, each, words);
                    }
                  }));
    }
    return CompletableFuture.allOf(looks.toArray(CompletableFuture<?>[]::new));
  }

  private void missing(byte[] owner, WantedRows.Wanted row, String words) {
    differences.add(new Difference(Kind.MISSING, row.kind() + " of " + words));
    // A lost chunk cannot be made up: its bytes are gone.
    if (request.repair() && row.isEmpty()) {
      transaction.guard(owner);
      transaction.set(row.key().array(), DerivedRows.NOTHING);
      repaired++;
    }
  }

  /** Compares an index row with the record that it names. */
  private CompletableFuture<?> index(Row row, Tuple named, int at, boolean filed) {
    String tenant = named.getString(at);
    byte[] owner;
    String words;
    if (filed) {
      ArchiveKey key = new ArchiveKey(tenant, Bytes.wrap(named.getBytes(at + 1)));
      owner = layout.archived(request.bucket(), key);
      words = words(tenant, key.hash().toString());
    } else {
      RecordKey key = new RecordKey(tenant, named.getString(at + 1));
      owner = layout.record(request.bucket(), key);
      words = words(tenant, key.key());
    }
    return reads
        .computeIfAbsent(Bytes.wrap(owner), key -> transaction.read(owner))
        .thenAccept(value -> compare(row, new Owner(Bytes.wrap(owner), tenant, words), value));
  }

  /** The row that an index row belongs to. */
  private record Owner(Bytes key, String tenant, String words) {}

  private void compare(Row row, Owner owner, byte @Nullable [] value) {
    List<WantedRows.Wanted> wanted;
    try {
      wanted =
          value == null
              ? List.of()
              : WantedRows.of(layout, request.bucket(), owner.key.array(), value);
    } catch (CorruptRecordException e) {
      return; // told of where the row itself is looked at
    }
    Bytes key = Bytes.wrap(row.key());
    if (wanted.stream().noneMatch(each -> each.key().equals(key))) {
      String kind = request.place().part().name().toLowerCase(Locale.ROOT);
      differences.add(new Difference(Kind.STRAY, "row of " + kind + " of " + owner.words));
      if (request.repair()) {
        transaction.guard(owner.key.array());
        transaction.clear(row.key());
        repaired++;
      }
    }
  }

  /** Compares a tenant's row with the first bucket's. */
  private CompletableFuture<?> tenant(String tenant, Row row) {
    byte[] model = layout.tenancy(Layout.MODEL_BUCKET, tenant);
    return transaction
        .read(model)
        .thenAccept(
            value -> {
              if (!Arrays.equals(value, row.value())) {
                differences.add(new Difference(Kind.WRONG, "tenant " + tenant));
                repairTenant(model, value, row.key());
              } else if (!TenancyCodec.isReadable(value)) {
                differences.add(new Difference(Kind.CORRUPT, "tenant " + tenant));
              }
            });
  }

  /** Looks for this bucket's copy of the first one's row. */
  private CompletableFuture<?> copy(String tenant, Row model) {
    byte[] copy = layout.tenancy(request.bucket(), tenant);
    return transaction
        .read(copy)
        .thenAccept(
            value -> {
              if (value == null) {
                differences.add(new Difference(Kind.MISSING, "tenant " + tenant));
                repairTenant(model.key(), model.value(), copy);
              }
            });
  }

  private void repairTenant(byte[] model, byte @Nullable [] value, byte[] copy) {
    if (request.repair() && value != null) {
      transaction.guard(model);
      transaction.set(copy, value);
      repaired++;
    }
  }

  private static String words(String tenant, String key) {
    return tenant + "/" + key;
  }
}
