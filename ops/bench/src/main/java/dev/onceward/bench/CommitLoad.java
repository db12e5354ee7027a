package dev.onceward.bench;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** The least that an acknowledged change can cost: one row, synced to the disk. For one slot. */
final class CommitLoad implements Load {
  // About what the record of a Begin takes.
  private static final int ROW_BYTES = 256;
  private static final long CLOSING_SECONDS = 30;

  private final Options options = new Options().setCreateIfMissing(true);
  private final WriteOptions synced = new WriteOptions().setSync(true);
  private final RocksDB database;
  // A commit blocks its thread, and the loop's must be free to end the loop.
  private final ExecutorService writer = Executors.newSingleThreadExecutor();
  private long rows;

  CommitLoad(Path directory) throws RocksDBException {
    database = RocksDB.open(options, directory.toString());
  }

  @Override
  public RoundTrip trip(int slot) {
    byte[] value = new byte[ROW_BYTES];
    return place -> writer.execute(() -> commit(value, place));
  }

  private void commit(byte[] value, Slot place) {
    try {
      byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(rows++).array();
      database.put(synced, key, value);
      place.arrived();
    } catch (RocksDBException e) {
      place.failed("commit: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    // A commit under way would find its database gone, and take the whole process with it.
    writer.shutdown();
    try {
      if (!writer.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    database.close();
    synced.close();
    options.close();
  }
}
