package dev.onceward.server.store;

import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Policy;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Records on a key-value store: the body of a transaction that decides a batch of commands.
 * Thread-safe; keeps nothing between calls.
 */
public final class RecordStore {
  private final Layout layout;
  private final Duration skewAllowance;

  /**
   * Records under a layout.
   *
   * @param skewAllowance how far past its deadline a lease must be before it counts as ended
   */
  public RecordStore(Layout layout, Duration skewAllowance) {
    this.layout = layout;
    this.skewAllowance = skewAllowance;
  }

  /** Which bucket a record is in. */
  public int bucketOf(RecordKey key) {
    return layout.bucketOf(key);
  }

  /** The key of the row that changes whenever the record does: the one to watch. */
  public byte[] watchKey(RecordKey key) {
    return layout.record(layout.bucketOf(key), key);
  }

  /**
   * Reads the records of all commands, decides in order, and writes what has changed.
   *
   * <p>If one of the records was written by an attempt that {@code earlier} knows, that attempt was
   * committed as a whole: nothing is decided or written, and the result names that attempt and has
   * no items.
   *
   * @param earlier whether an id is one of an earlier attempt of the same run
   */
  public CompletableFuture<Decided> decide(
      Transaction transaction, BatchAttempt attempt, LongPredicate earlier) {
    Map<RecordKey, CompletableFuture<byte @Nullable []>> rows = new LinkedHashMap<>();
    Map<Integer, CompletableFuture<byte @Nullable []>> floors = new HashMap<>();
    List<CompletableFuture<?>> reads = new ArrayList<>();
    for (Command command : attempt.commands()) {
      int bucket = layout.bucketOf(command.key());
      rows.computeIfAbsent(
          command.key(), key -> start(reads, transaction.read(layout.record(bucket, key))));
      if (command.kind() == Command.Kind.BEGIN) {
        floors.computeIfAbsent(bucket, b -> start(reads, transaction.read(layout.floor(b))));
      }
    }
    return CompletableFuture.allOf(reads.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            all -> {
              BatchDecision batch =
                  new BatchDecision(layout, skewAllowance, attempt, Policy.DEFAULT);
              rows.forEach((key, row) -> batch.load(key, row.getNow(null)));
              floors.forEach((bucket, row) -> batch.loadFloor(bucket, floorOf(row.getNow(null))));
              Long committed = batch.writtenBy(earlier);
              return committed == null
                  ? batch.decide(transaction)
                  : new Decided(committed, List.of());
            });
  }

  private static <T> CompletableFuture<T> start(
      List<CompletableFuture<?>> reads, CompletableFuture<T> read) {
    reads.add(read);
    return read;
  }

  /**
   * The record with the bytes of its payload, which were left in rows of their own when it was
   * decided upon. If the record has moved on since, it comes back as it is.
   */
  public CompletableFuture<Record> withPayload(Transaction transaction, Record record) {
    Payload wanted = record.payload();
    if (wanted == null || !wanted.isElsewhere()) {
      return CompletableFuture.completedFuture(record);
    }
    int bucket = layout.bucketOf(record.key());
    List<CompletableFuture<byte @Nullable []>> chunks = new ArrayList<>();
    for (int n = 0; n < RecordCodec.chunksOf(wanted.size()); n++) {
      chunks.add(transaction.read(layout.chunk(bucket, record.key(), n)));
    }
    return CompletableFuture.allOf(chunks.toArray(CompletableFuture<?>[]::new))
        .thenApply(all -> joined(record, wanted, chunks));
  }

  private static Record joined(
      Record record, Payload wanted, List<CompletableFuture<byte @Nullable []>> chunks) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) wanted.size());
    for (CompletableFuture<byte @Nullable []> chunk : chunks) {
      byte[] value = chunk.getNow(null);
      if (value != null) {
        bytes.writeBytes(value);
      }
    }
    Bytes read = Bytes.wrap(bytes.toByteArray());
    boolean same = read.size() == wanted.size() && Payload.sha256(read).equals(wanted.digest());
    return same ? record.withPayloadBytes(read) : record;
  }

  private static long floorOf(byte @Nullable [] value) {
    return value == null ? 0 : ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }
}
