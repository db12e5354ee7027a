package dev.onceward.server.kv.rocks;

import dev.onceward.server.kv.Footprint;
import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.Transaction;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * An attempt on a {@link RocksStore}. Reads happen at once, on the caller's thread.
 *
 * <p>RocksDB checks at commit that no <em>tracked</em> key has been written since the snapshot. A
 * guarded key becomes tracked by the tracked write that usually follows, else by a read for update
 * just before the commit; so a guard alone never costs a second read. Every other write is
 * untracked and never conflicts.
 *
 * <p>Its methods are synchronized for one reason: a straggler that uses the transaction after its
 * end must get an exception, where the freed native memory beneath would take the whole process
 * down.
 */
final class RocksTransaction implements Transaction {
  private static final byte[] NO_BYTES = {};

  private final RocksSession session;
  private final org.rocksdb.Transaction transaction;
  private final Footprint footprint = new Footprint();
  private final TreeSet<byte[]> toTrack = new TreeSet<>(Arrays::compareUnsigned);
  private final List<byte[]> written = new ArrayList<>();
  private boolean over;

  RocksTransaction(RocksSession session) {
    this.session = session;
    this.transaction = session.transaction();
  }

  @Override
  public synchronized CompletableFuture<byte @Nullable []> read(byte[] key) {
    alive();
    Footprint.key(key);
    try {
      return CompletableFuture.completedFuture(snapshotValue(key));
    } catch (RocksDBException e) {
      return CompletableFuture.failedFuture(unavailable("a read failed", e));
    }
  }

  @Override
  public synchronized CompletableFuture<List<Row>> scan(byte[] begin, byte[] end, int limit) {
    alive();
    Footprint.scan(begin, end, limit);
    if (Arrays.equals(begin, end)) {
      return CompletableFuture.completedFuture(List.of());
    }
    List<Row> rows = new ArrayList<>();
    try (Slice bound = new Slice(end);
        ReadOptions options = new ReadOptions(session.readOptions()).setIterateUpperBound(bound);
        RocksIterator iterator = session.db().newIterator(options)) {
      for (iterator.seek(begin); iterator.isValid() && rows.size() < limit; iterator.next()) {
        rows.add(new Row(iterator.key(), iterator.value()));
      }
      iterator.status();
      return CompletableFuture.completedFuture(rows);
    } catch (RocksDBException e) {
      return CompletableFuture.failedFuture(unavailable("a scan failed", e));
    }
  }

  @Override
  public synchronized void guard(byte[] key) {
    alive();
    footprint.guard(key);
    toTrack.add(key);
  }

  @Override
  public synchronized void set(byte[] key, byte[] value) {
    alive();
    footprint.set(key, value);
    write(key, () -> put(key, value));
  }

  @Override
  public synchronized void clear(byte[] key) {
    alive();
    footprint.clear(key);
    write(key, () -> delete(key));
  }

  @Override
  public synchronized void add(byte[] key, long delta) {
    alive();
    footprint.add(key);
    byte[] operand =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(delta).array();
    write(key, () -> transaction.mergeUntracked(key, operand));
  }

  @Override
  public synchronized void fence(byte[] key) {
    guard(key);
    // Rewriting what is there is a write to everybody else, and changes nothing if the guard holds.
    write(
        key,
        () -> {
          byte[] value = snapshotValue(key);
          if (value == null) {
            delete(key);
          } else {
            put(key, value);
          }
        });
  }

  private void put(byte[] key, byte[] value) throws RocksDBException {
    if (toTrack.remove(key)) {
      transaction.put(key, value);
    } else {
      transaction.putUntracked(key, value);
    }
  }

  private void delete(byte[] key) throws RocksDBException {
    if (toTrack.remove(key)) {
      transaction.delete(key);
    } else {
      transaction.deleteUntracked(key);
    }
  }

  private byte @Nullable [] snapshotValue(byte[] key) throws RocksDBException {
    return session.db().get(session.readOptions(), key);
  }

  private void write(byte[] key, Write write) {
    try {
      write.apply();
      written.add(key);
    } catch (RocksDBException e) {
      // The batch is in memory and nothing is committed yet.
      throw unavailable("a write could not be prepared", e);
    }
  }

  /** The keys written so far, in order. */
  synchronized List<byte[]> written() {
    return written;
  }

  /** Makes the guards count that no write has made count yet. */
  synchronized void trackGuards() {
    try {
      for (byte[] key : toTrack) {
        transaction.getForUpdate(session.readOptions(), key, NO_BYTES, true);
      }
    } catch (RocksDBException e) {
      throw unavailable("a guard failed", e);
    }
  }

  /** Commits durably. Fails with Busy or TryAgain for a conflict; after any other, who knows. */
  synchronized void commit() throws RocksDBException {
    transaction.commit();
  }

  /** Ends the attempt, committed or not: its session is no longer touched. */
  synchronized void end() {
    over = true;
  }

  private void alive() {
    if (over) {
      throw new IllegalStateException("used after its attempt has ended");
    }
  }

  private static StoreException unavailable(String message, RocksDBException cause) {
    return StoreException.of(StoreException.Kind.UNAVAILABLE, message, cause);
  }

  @FunctionalInterface
  private interface Write {
    void apply() throws RocksDBException;
  }
}
