package dev.onceward.server.kv.rocks;

import java.nio.file.Path;

/**
 * What a {@link RocksStore} is opened with. There is no switch for the sync of each commit: an
 * answer that does not survive power loss is not one.
 *
 * @param directory the store's own directory; created if absent
 * @param threads how many attempts read, wait for the disk and are acknowledged at a time, 1 to
 *     256. Concurrent commits share one sync, so more threads than cores is right
 */
public record RocksOptions(Path directory, int threads) {
  /** Enough for the commits of all lanes to share syncs. */
  public static final int THREADS_DEFAULT = 32;

  /** Checks the bounds. */
  public RocksOptions {
    if (threads < 1 || threads > 256) {
      throw new IllegalArgumentException("threads must be 1 to 256: " + threads);
    }
  }

  /** The default number of threads. */
  public static RocksOptions at(Path directory) {
    return new RocksOptions(directory, THREADS_DEFAULT);
  }
}
