package dev.onceward.server.kv.fdb;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import dev.onceward.server.kv.Footprint;
import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An attempt on an {@link FdbStore}. Reads go out at once; guards and writes are kept until the
 * commit and then handed over in the order that FoundationDB wants: all read conflicts before any
 * write, as a read conflict on a key that the transaction has written is ignored. Not thread-safe.
 *
 * <p><b>Landing late.</b> After some errors the commit may still be under way in the cluster. Each
 * attempt therefore declares one key of its own as both read and written, without ever storing it.
 * An attempt that fences this key is ordered by the cluster before or after the late one: after it,
 * the fencing attempt conflicts and looks again; before it, the late one conflicts and never lands.
 * A key that the attempt writes anyway would do as well, but would make blind writes conflict.
 */
final class FdbTransaction implements Transaction {
  private final com.apple.foundationdb.Transaction transaction;
  private final ReadTransaction snapshot;
  private final byte[] ownKey;
  private final Footprint footprint = new Footprint();
  private final List<byte[]> guards = new ArrayList<>();
  private final List<Consumer<com.apple.foundationdb.Transaction>> writes = new ArrayList<>();
  private boolean over;

  /**
   * An attempt.
   *
   * @param ownKey a key that no other attempt has, ever
   */
  FdbTransaction(com.apple.foundationdb.Transaction transaction, byte[] ownKey) {
    this.transaction = transaction;
    this.snapshot = transaction.snapshot();
    this.ownKey = ownKey;
  }

  @Override
  public CompletableFuture<byte @Nullable []> read(byte[] key) {
    alive();
    Footprint.key(key);
    return snapshot.get(key);
  }

  @Override
  public CompletableFuture<List<Row>> scan(byte[] begin, byte[] end, int limit) {
    alive();
    Footprint.scan(begin, end, limit);
    return snapshot
        .getRange(begin, end, limit, false, StreamingMode.WANT_ALL)
        .asList()
        .thenApply(
            found -> found.stream().map(row -> new Row(row.getKey(), row.getValue())).toList());
  }

  @Override
  public void guard(byte[] key) {
    alive();
    footprint.guard(key);
    guards.add(key);
  }

  @Override
  public void set(byte[] key, byte[] value) {
    alive();
    footprint.set(key, value);
    writes.add(tr -> tr.set(key, value));
  }

  @Override
  public void clear(byte[] key) {
    alive();
    footprint.clear(key);
    writes.add(tr -> tr.clear(key));
  }

  @Override
  public void add(byte[] key, long delta) {
    alive();
    footprint.add(key);
    byte[] operand =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(delta).array();
    writes.add(tr -> tr.mutate(MutationType.ADD, key, operand));
  }

  @Override
  public void fence(byte[] key) {
    guard(key);
    writes.add(tr -> tr.addWriteConflictKey(key));
  }

  /** Whether there is anything to commit. */
  boolean writes() {
    return !writes.isEmpty();
  }

  /** Hands everything over and commits. Mistakes in what was handed over surface in the future. */
  CompletableFuture<Void> commit() {
    guards.forEach(transaction::addReadConflictKey);
    transaction.addReadConflictKey(ownKey);
    transaction.addWriteConflictKey(ownKey);
    writes.forEach(write -> write.accept(transaction));
    return transaction.commit();
  }

  /** The key that a later attempt fences to shut this one out. */
  byte[] ownKey() {
    return ownKey;
  }

  /** Ends the attempt, committed or not. */
  void end() {
    over = true;
    transaction.close();
  }

  private void alive() {
    if (over) {
      throw new IllegalStateException("used after its attempt has ended");
    }
  }
}
