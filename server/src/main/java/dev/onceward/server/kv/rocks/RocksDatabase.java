package dev.onceward.server.kv.rocks;

import dev.onceward.server.kv.StoreOpenException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.HistogramType;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.Status;
import org.rocksdb.TickerType;
import org.rocksdb.UInt64AddOperator;
import org.rocksdb.WALRecoveryMode;

/**
 * An open RocksDB with its settings: everything native that lives as long as the store.
 * Thread-safe, except that nothing may use it during or after {@link #close}.
 *
 * <p>Native memory beside the heap: a 64 MB block cache, three write buffers of 64 MB, and as much
 * again for flushed buffers that are kept for conflict checks.
 *
 * <p><b>WAL recovery.</b> Point-in-time recovery replays the log up to the first record that is not
 * whole. Each commit is acknowledged after a sync of everything before it, so what a power loss can
 * tear lies after the last acknowledged record, and losing it loses no answer. Tolerating a
 * corrupted tail sounds as safe, but takes a torn page for corruption and refuses to start after
 * the very event it is for. Against a log that went missing or was cut short as a whole, the
 * manifest keeps the synced sizes of the logs and opening checks them.
 */
final class RocksDatabase implements AutoCloseable {
  private static final long MEGABYTE = 1 << 20;
  private static final long BLOCK_CACHE_BYTES = 64 * MEGABYTE;
  static final long WRITE_BUFFER_BYTES = 64 * MEGABYTE;
  private static final int WRITE_BUFFERS = 3;
  private static final double BLOOM_BITS_PER_KEY = 10;

  private final Deque<AutoCloseable> natives = new ArrayDeque<>();
  private final OptimisticTransactionDB db;
  private final Statistics statistics;

  private RocksDatabase(Path directory, long writeBufferBytes) throws RocksDBException {
    try {
      statistics = own(new Statistics(EnumSet.allOf(HistogramType.class)));
      ColumnFamilyOptions rows = rowOptions().setWriteBufferSize(writeBufferBytes);
      DBOptions options = databaseOptions();
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      db =
          OptimisticTransactionDB.open(
              options,
              directory.toString(),
              List.of(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, rows)),
              handles);
      own(db);
      handles.forEach(this::own);
    } catch (RocksDBException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /**
   * Opens the database in a directory that {@link RocksDirectory} has prepared.
   *
   * @throws StoreOpenException with the reason, and what to do
   */
  static RocksDatabase open(Path directory, long writeBufferBytes) {
    Path path = directory.toAbsolutePath();
    try {
      RocksDB.loadLibrary();
      return new RocksDatabase(path, writeBufferBytes);
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      throw new StoreOpenException(
          "RocksDB's native library cannot be loaded on this machine. It needs 64-bit Linux, macOS"
              + " or Windows and a temporary directory from which libraries may be loaded.",
          e);
    } catch (RocksDBException e) {
      throw RocksDirectory.refusal(path, problem(path, e), e);
    }
  }

  private static String problem(Path directory, RocksDBException error) {
    Status status = error.getStatus();
    // The lock file's name in the message is the only trace of which of many errors this is.
    if (String.valueOf(error.getMessage()).contains(directory.resolve("LOCK").toString())) {
      return "is in use by another process. Stop that one, or name another directory";
    }
    if (status != null && status.getSubCode() == Status.SubCode.NoSpace) {
      return "cannot be opened: the disk is full. Free some space and start again";
    }
    if (status != null && status.getCode() == Status.Code.Corruption) {
      return "is damaged. Look at the disk, then restore the directory from a backup";
    }
    return "cannot be opened. Look at the disk and at the permissions of its files";
  }

  private DBOptions databaseOptions() {
    Properties checks = new Properties();
    checks.setProperty("track_and_verify_wals_in_manifest", "true");
    return own(DBOptions.getDBOptionsFromProps(checks))
        .setCreateIfMissing(true)
        .setStatistics(statistics)
        .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
        .setRecycleLogFileNum(2)
        // Both would acknowledge a commit before every later snapshot sees it.
        .setUnorderedWrite(false)
        .setEnablePipelinedWrite(false)
        .setMaxBackgroundJobs(2)
        .setBytesPerSync(MEGABYTE)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setMaxLogFileSize(16 * MEGABYTE)
        .setKeepLogFileNum(4)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0);
  }

  private ColumnFamilyOptions rowOptions() {
    Cache cache = own(new LRUCache(BLOCK_CACHE_BYTES));
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setFilterPolicy(own(new BloomFilter(BLOOM_BITS_PER_KEY)))
            // In parts, for a file's whole filter grows larger than a shard of the cache: it would
            // then be read from the disk at every lookup.
            .setIndexType(IndexType.kTwoLevelIndexSearch)
            .setPartitionFilters(true)
            .setPinTopLevelIndexAndFilter(true)
            .setCacheIndexAndFilterBlocks(true)
            .setPinL0FilterAndIndexBlocksInCache(true);
    // An optimistic transaction whose snapshot is older than the oldest buffer in memory fails with
    // TryAgain. Left alone, OptimisticTransactionDB keeps flushed buffers up to the size of all
    // WRITE_BUFFERS together: some 192 MB of writes must pass before that happens.
    return own(new ColumnFamilyOptions())
        .setMergeOperator(own(new UInt64AddOperator()))
        .setTableFormatConfig(table)
        .setMaxWriteBufferNumber(WRITE_BUFFERS)
        .setCompressionType(CompressionType.LZ4_COMPRESSION);
  }

  OptimisticTransactionDB db() {
    return db;
  }

  /** How often a log was synced since the database was opened. */
  long walSyncs() {
    return statistics.getTickerCount(TickerType.WAL_FILE_SYNCED);
  }

  private <N extends AutoCloseable> N own(N made) {
    natives.push(made);
    return made;
  }

  /** Frees everything, the last made first. Safe to repeat. */
  @Override
  public void close() {
    for (AutoCloseable made = natives.poll(); made != null; made = natives.poll()) {
      try {
        made.close();
      } catch (Exception e) {
        throw new IllegalStateException("RocksDB's close() declares no checked exception", e);
      }
    }
  }
}
