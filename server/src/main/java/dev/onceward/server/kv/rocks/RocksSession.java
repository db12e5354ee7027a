package dev.onceward.server.kv.rocks;

import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.OptimisticTransactionOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Transaction;
import org.rocksdb.WriteOptions;

/**
 * The native objects of one attempt at a time, reused from attempt to attempt: a transaction and
 * the read options that look at its snapshot. Not thread-safe.
 */
final class RocksSession implements AutoCloseable {
  private final OptimisticTransactionDB db;
  private final WriteOptions writeOptions = new WriteOptions().setSync(true);
  private final OptimisticTransactionOptions options =
      new OptimisticTransactionOptions().setSetSnapshot(true);
  private final ReadOptions readOptions = new ReadOptions();
  private final Transaction transaction;

  RocksSession(OptimisticTransactionDB db) {
    this.db = db;
    this.transaction = db.beginTransaction(writeOptions, options);
  }

  /** Starts afresh with a snapshot of now. */
  void begin() {
    var same = db.beginTransaction(writeOptions, options, transaction);
    assert same == transaction;
    // Nobody reads own writes, so the index over them would be built for nothing.
    transaction.disableIndexing();
    readOptions.setSnapshot(transaction.getSnapshot());
  }

  OptimisticTransactionDB db() {
    return db;
  }

  Transaction transaction() {
    return transaction;
  }

  /** Reads the snapshot. */
  ReadOptions readOptions() {
    return readOptions;
  }

  /** Lets go of the snapshot and of what was not committed. */
  void reset() throws RocksDBException {
    // An idle session must not hold a snapshot: compaction would keep all that it sees.
    transaction.clearSnapshot();
    transaction.rollback();
  }

  @Override
  public void close() {
    transaction.close();
    readOptions.close();
    options.close();
    writeOptions.close();
  }
}
