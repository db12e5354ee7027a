package dev.onceward.server.kv.sim;

import dev.onceward.server.kv.Causes;
import dev.onceward.server.kv.Footprint;
import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.StoreException.Kind;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.kv.Watch;
import dev.onceward.server.kv.WatchTable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory whose every step (begin, each read, commit) is a task of one executor. With a
 * seeded scheduler as executor a whole history can be replayed; with {@code Runnable::run} the
 * store answers synchronously. Thread-safe if its executor is.
 *
 * <p>Nothing survives the process, and nothing ever fails but conflicts and misuse; faults come
 * from a wrapper.
 */
public final class SimStore implements KeyValueStore {
  private static final int WATCHES_MAX = 100_000;

  private final VersionedMap map = new VersionedMap();
  private final WatchTable watches = new WatchTable(WATCHES_MAX);
  private final Executor executor;
  private volatile boolean closed;

  /** An empty store whose steps run on {@code executor}. */
  public SimStore(Executor executor) {
    this.executor = executor;
  }

  @Override
  public <T> CompletableFuture<T> attempt(TransactionBody<T> body) {
    if (closed) {
      return CompletableFuture.failedFuture(
          StoreException.of(Kind.UNAVAILABLE, "the store is closed", null));
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    executor.execute(() -> begin(body, result));
    return result;
  }

  private <T> void begin(TransactionBody<T> body, CompletableFuture<T> result) {
    SimTransaction transaction = new SimTransaction(map, executor);
    CompletableFuture<T> outcome;
    try {
      outcome = body.apply(transaction);
    } catch (Throwable e) {
      outcome = CompletableFuture.failedFuture(e);
    }
    var unused =
        outcome.whenCompleteAsync(
            (value, error) -> finish(transaction, value, error, result), executor);
  }

  private <T> void finish(
      SimTransaction transaction, T value, @Nullable Throwable error, CompletableFuture<T> result) {
    boolean committed = error == null && transaction.commit();
    List<byte[]> written = committed ? transaction.written() : List.of();
    transaction.end();
    if (committed) {
      result.complete(value);
    } else if (error == null) {
      result.completeExceptionally(
          StoreException.of(Kind.CONFLICT, "a guarded key was written meanwhile", null));
    } else {
      result.completeExceptionally(Causes.of(error));
    }
    watches.fire(written);
  }

  @Override
  public Watch watch(byte[] key) {
    Footprint.key(key);
    return watches.watch(key);
  }

  /** Forgets what no open snapshot looks at. */
  @Override
  public CompletableFuture<Void> scrub(byte[] begin, byte[] end) {
    Footprint.range(begin, end);
    return CompletableFuture.runAsync(() -> map.forget(begin, end), executor);
  }

  /**
   * Refuses new attempts. Does not wait for those in flight, which end as they would have: there is
   * nothing to release, and waiting would stop a scheduler of one thread for ever.
   */
  @Override
  public void close() {
    closed = true;
    watches.close();
  }
}
