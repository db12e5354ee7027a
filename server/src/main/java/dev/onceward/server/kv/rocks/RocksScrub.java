package dev.onceward.server.kv.rocks;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The way in which old values leave the files of a database. Blocks while it works; used by one
 * thread at a time.
 *
 * <p>A removed value lives on in table files, until a compaction of its level drops it, and in the
 * logs. Deleted logs are no trouble, but recycled ones are: RocksDB keeps them, whole, to write
 * over them one day, and the log in use may be such a one, with old bytes beyond its new end. So
 * each log that exists at the beginning is made to fall out of use and then cut to nothing.
 *
 * <p>Cutting a log that RocksDB is just taking into use would lose acknowledged commits. It changes
 * logs only on the way into a commit or in a flush of ours, so the cut is made while no commit is
 * under way: for the moment of the cut they wait.
 */
final class RocksScrub {
  private static final int ROUNDS_MAX = 16;
  private static final byte[] NO_ONES_KEY = {(byte) 0xff, 's'};
  private static final String LOG_SUFFIX = ".log";

  private final RocksDB db;
  private final Path directory;
  private final Lock noCommit;

  /** Scrubs {@code db}; none of its commits is under way while {@code noCommit} is held. */
  RocksScrub(RocksDB db, Path directory, Lock noCommit) {
    this.db = db;
    this.directory = directory;
    this.noCommit = noCommit;
  }

  /**
   * Drops what no snapshot sees of the keys in {@code begin <= key < end}.
   *
   * @throws RocksDBException if a file cannot be written
   * @throws IOException if a log cannot be cut, or writers change logs faster than this
   */
  void run(byte[] begin, byte[] end) throws RocksDBException, IOException {
    Set<Object> dirty = logs();
    flush();
    cutUnused(dirty);
    for (int round = 0; !dirty.isEmpty(); round++) {
      if (round == ROUNDS_MAX) {
        throw new IOException("logs change too fast to be emptied");
      }
      // An empty memtable would be left alone, and so would be its log.
      db.delete(NO_ONES_KEY);
      flush();
      cutUnused(dirty);
    }
    compact(begin, end);
  }

  private void flush() throws RocksDBException {
    try (FlushOptions options =
        new FlushOptions().setWaitForFlush(true).setAllowWriteStall(false)) {
      db.flush(options);
    }
  }

  private void compact(byte[] begin, byte[] end) throws RocksDBException {
    try (CompactRangeOptions options =
        new CompactRangeOptions()
            .setBottommostLevelCompaction(BottommostLevelCompaction.kForce)
            .setExclusiveManualCompaction(false)
            .setAllowWriteStall(false)) {
      db.compactRange(db.getDefaultColumnFamily(), begin, end, options);
    }
    // Tables that were replaced go when the job that did so ends, shortly after it is waited for.
    // To list logs is to wait for all removals under way.
    var unused = db.getSortedWalFiles();
  }

  private Set<Object> logs() throws IOException {
    Set<Object> found = new HashSet<>();
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(directory, "*" + LOG_SUFFIX)) {
      for (Path log : logs) {
        found.add(identity(log));
      }
    }
    return found;
  }

  /** Empties the logs that are not in use, and strikes out whatever is empty or gone. */
  private void cutUnused(Set<Object> dirty) throws RocksDBException, IOException {
    noCommit.lock();
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(directory, "*" + LOG_SUFFIX)) {
      long firstInUse = db.getLongProperty("rocksdb.min-log-number-to-keep");
      Set<Object> left = new HashSet<>();
      for (Path log : logs) {
        if (numberOf(log) >= firstInUse) {
          left.add(identity(log));
        } else {
          cut(log);
        }
      }
      dirty.retainAll(left);
    } finally {
      noCommit.unlock();
    }
  }

  private static void cut(Path log) throws IOException {
    try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
      file.truncate(0);
      file.force(true);
    } catch (NoSuchFileException e) {
      // Deleted instead of kept.
    }
  }

  private static long numberOf(Path log) {
    String name = log.getFileName().toString();
    return Long.parseLong(name.substring(0, name.length() - LOG_SUFFIX.length()));
  }

  /** What stays the same when a log is taken into use again under another name. */
  private static Object identity(Path log) throws IOException {
    Object key = Files.readAttributes(log, BasicFileAttributes.class).fileKey();
    return Objects.requireNonNullElse(key, log);
  }
}
