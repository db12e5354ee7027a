package dev.onceward.server.store;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.onceward.server.kv.Attempts;
import dev.onceward.server.kv.RunLimits;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.store.proto.StoredHeader;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a store says of itself: how its rows are laid out, and which store it is.
 *
 * @param bucketCount how many buckets, chosen when the store was made
 * @param storeId 16 random bytes
 * @param generation rises when the store is restored from elsewhere
 * @param created when it was made
 */
public record StoreHeader(int bucketCount, Bytes storeId, long generation, Instant created) {
  private static final int FORMAT_VERSION = 1;
  private static final int BUCKETS_MAX = 4096;

  /** Cuts the time to what is stored. */
  public StoreHeader {
    created = created.truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Reads the header, or makes the store if there is none: atomically, so that servers may start at
   * once.
   *
   * @param root the prefix of all rows
   * @param draft the header of a store that is yet to be made
   * @return the store's header; fails with {@link IncompatibleStoreException} if this server cannot
   *     read the store, and with a StoreException if the store does not answer in time
   */
  public static CompletableFuture<StoreHeader> openOrCreate(
      TransactionRunner runner, String root, StoreHeader draft, Duration timeout) {
    return runner.run(
        Attempts.of(transaction -> readOrWrite(transaction, root, draft)),
        RunLimits.within(timeout));
  }

  private static CompletableFuture<StoreHeader> readOrWrite(
      Transaction transaction, String root, StoreHeader draft) {
    byte[] key = Layout.header(root);
    return transaction
        .read(key)
        .thenApply(
            value -> {
              if (value != null) {
                return decode(value);
              }
              transaction.guard(key);
              transaction.set(key, draft.encode());
              return draft;
            });
  }

  /** Reads the header row and does nothing with it: whether the store answers. */
  public static CompletableFuture<Void> probe(Transaction transaction, String root) {
    return transaction.read(Layout.header(root)).thenAccept(value -> {});
  }

  byte[] encode() {
    return StoredHeader.newBuilder()
        .setFormatVersion(FORMAT_VERSION)
        .setBucketCount(bucketCount)
        .setHashName(Layout.HASH_NAME)
        .setStoreId(ByteString.copyFrom(storeId.array()))
        .setGeneration(generation)
        .setCreatedMs(created.toEpochMilli())
        .build()
        .toByteArray();
  }

  static StoreHeader decode(byte[] value) {
    StoredHeader in = parse(value);
    if (in == null) {
      throw new IncompatibleStoreException("the store's header row cannot be read");
    }
    if (in.getFormatVersion() != FORMAT_VERSION) {
      throw new IncompatibleStoreException(
          "the store has format version %d, this server reads %d: run the release that wrote it"
              .formatted(in.getFormatVersion(), FORMAT_VERSION));
    }
    if (!in.getHashName().equals(Layout.HASH_NAME)
        || in.getBucketCount() < 1
        || in.getBucketCount() > BUCKETS_MAX) {
      throw new IncompatibleStoreException(
          "the store spreads its keys by %s over %d buckets, which this server does not know"
              .formatted(in.getHashName(), in.getBucketCount()));
    }
    return new StoreHeader(
        in.getBucketCount(),
        Bytes.wrap(in.getStoreId().toByteArray()),
        in.getGeneration(),
        Instant.ofEpochMilli(in.getCreatedMs()));
  }

  private static @Nullable StoredHeader parse(byte[] value) {
    try {
      return StoredHeader.parseFrom(value);
    } catch (InvalidProtocolBufferException e) {
      return null;
    }
  }
}
