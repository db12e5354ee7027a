package dev.onceward.server.store;

import dev.onceward.server.kv.Transaction;
import dev.onceward.server.store.Circumstances.TenantBucket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads that one transaction makes at once, each row once. Not thread-safe. */
final class BatchReads {
  private static final Logger LOG = LoggerFactory.getLogger(BatchReads.class);

  private final Transaction transaction;
  private final Layout layout;
  private final List<CompletableFuture<?>> reads = new ArrayList<>();
  private final Map<KeyEntry, CompletableFuture<byte @Nullable []>> records = new LinkedHashMap<>();
  private final Map<KeyEntry, CompletableFuture<byte @Nullable []>> archived =
      new LinkedHashMap<>();
  private final Map<Integer, CompletableFuture<byte @Nullable []>> floors = new HashMap<>();
  private final Map<TenantBucket, CompletableFuture<byte @Nullable []>> tenancies = new HashMap<>();

  BatchReads(Transaction transaction, Layout layout) {
    this.transaction = transaction;
    this.layout = layout;
  }

  void record(KeyEntry entry) {
    records.computeIfAbsent(entry, e -> start(layout.record(e.bucket, e.key)));
  }

  void archived(KeyEntry entry) {
    archived.computeIfAbsent(entry, e -> start(layout.archived(e.bucket, ArchiveKey.of(e.key))));
  }

  void floor(int bucket) {
    floors.computeIfAbsent(bucket, b -> start(layout.floor(b)));
  }

  void tenancy(TenantBucket where) {
    tenancies.computeIfAbsent(where, w -> start(layout.tenancy(w.bucket(), w.tenant())));
  }

  /** A row of any kind, to be had after {@link #all}. */
  CompletableFuture<byte @Nullable []> row(byte[] key) {
    return start(key);
  }

  private CompletableFuture<byte @Nullable []> start(byte[] key) {
    CompletableFuture<byte @Nullable []> read = transaction.read(key);
    reads.add(read);
    return read;
  }

  /** Completes when all reads have. */
  CompletableFuture<Void> all() {
    return CompletableFuture.allOf(reads.toArray(CompletableFuture<?>[]::new));
  }

  /** Hands over what was read but the archive rows; after {@link #all}. */
  void loadInto(Circumstances circumstances, TenancyRows decoded) {
    records.forEach((entry, row) -> entry.load(row.getNow(null)));
    floors.forEach((bucket, row) -> circumstances.floor(bucket, Floors.decode(row.getNow(null))));
    tenancies.forEach(
        (where, row) -> {
          try {
            circumstances.tenancy(where, decoded.decode(where.tenant(), row.getNow(null)));
          } catch (CorruptRecordException e) {
            LOG.error("row corrupt: kind=tenant bucket={} why={}", where.bucket(), e.getMessage());
            circumstances.corruptTenancy(where);
          }
        });
  }

  /** Hands the archive rows to their entries; after {@link #all}. */
  void loadArchived() {
    archived.forEach((entry, row) -> entry.loadFiled(row.getNow(null)));
  }
}
