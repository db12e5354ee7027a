package dev.onceward.server.kv.rocks;

import dev.onceward.server.kv.BackgroundView;
import dev.onceward.server.kv.Causes;
import dev.onceward.server.kv.Footprint;
import dev.onceward.server.kv.InFlight;
import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.StoreException.Kind;
import dev.onceward.server.kv.StoreOpenException;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.kv.Watch;
import dev.onceward.server.kv.WatchTable;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store on this machine's disk: serialisable by optimistic transactions, durable by a sync of the
 * log before each acknowledgement. Thread-safe.
 *
 * <p>A commit that fails with anything but a conflict may or may not be in the log, and whether the
 * next one would be readable after it is unknown. So the store then stops for good: that attempt is
 * MAYBE_COMMITTED, all later ones are UNAVAILABLE, and the next start finds out from the log.
 */
public final class RocksStore implements KeyValueStore {
  private static final Logger LOG = LoggerFactory.getLogger(RocksStore.class);
  private static final int ATTEMPTS_MAX = 16_384;
  private static final int WATCHES_MAX = 100_000;
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(30);

  // TryAgain: the snapshot is older than what RocksDB remembers in memory, so it cannot tell.
  private static final Set<Status.Code> CONFLICTS = Set.of(Status.Code.Busy, Status.Code.TryAgain);

  private final RocksDatabase database;
  private final RocksScrub scrub;
  private final ExecutorService executor;
  private final ExecutorService backgroundExecutor = threads("rocks-background", 1);
  private final ExecutorService scrubExecutor = threads("rocks-scrub", 1);
  private final ReadWriteLock commits = new ReentrantReadWriteLock();
  private final Set<Attempt<?>> running = ConcurrentHashMap.newKeySet();
  private final InFlight inFlight = new InFlight(ATTEMPTS_MAX);
  private final WatchTable watches = new WatchTable(WATCHES_MAX);
  private final ConcurrentLinkedQueue<RocksSession> sessions = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean released = new AtomicBoolean();
  private volatile @Nullable RocksDBException broken;

  private RocksStore(RocksDatabase database, RocksOptions options) {
    this.database = database;
    this.scrub = new RocksScrub(database.db(), options.directory(), commits.writeLock());
    this.executor = threads("rocks", options.threads());
  }

  private static ExecutorService threads(String name, int count) {
    AtomicInteger number = new AtomicInteger();
    return Executors.newFixedThreadPool(
        count,
        task -> {
          Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Opens the store, creating it if its directory is absent or empty.
   *
   * @throws StoreOpenException if the directory is in use, not writable, not a store's, of another
   *     format or damaged
   */
  public static RocksStore open(RocksOptions options) {
    return open(options, RocksDatabase.WRITE_BUFFER_BYTES);
  }

  /** With write buffers, and thus logs, of another size, so that a test fills some. */
  static RocksStore open(RocksOptions options, long writeBufferBytes) {
    RocksDirectory.prepare(options.directory());
    return new RocksStore(RocksDatabase.open(options.directory(), writeBufferBytes), options);
  }

  @Override
  public <T> CompletableFuture<T> attempt(TransactionBody<T> body) {
    return attempt(body, executor);
  }

  /**
   * Its attempts share one thread of their own, so that a long scan or a slow commit takes none
   * from the others; RocksDB itself knows no priorities.
   */
  @Override
  public KeyValueStore background() {
    return new BackgroundView(this, this::backgroundAttempt);
  }

  private <T> CompletableFuture<T> backgroundAttempt(TransactionBody<T> body) {
    return attempt(body, backgroundExecutor);
  }

  private <T> CompletableFuture<T> attempt(TransactionBody<T> body, Executor threads) {
    return inFlight.start(threads, result -> new Attempt<>(body, result, threads).begin());
  }

  /**
   * Rewrites the files that hold the range, and empties old logs. Waits for the attempts that are
   * in progress, since their snapshots keep what they may still read.
   */
  @Override
  public CompletableFuture<Void> scrub(byte[] begin, byte[] end) {
    Footprint.range(begin, end);
    CompletableFuture<Void> earlier =
        CompletableFuture.allOf(
            running.stream().map(attempt -> attempt.over).toArray(CompletableFuture<?>[]::new));
    return inFlight.start(
        scrubExecutor,
        result -> {
          var unused = earlier.thenRunAsync(() -> scrub(begin, end, result), scrubExecutor);
        });
  }

  private void scrub(byte[] begin, byte[] end, CompletableFuture<Void> result) {
    @Nullable StoreException failure = null;
    try {
      if (broken != null) {
        throw stopped();
      }
      scrub.run(begin, end);
    } catch (StoreException e) {
      failure = e;
    } catch (RocksDBException | IOException | RuntimeException e) {
      failure = StoreException.of(Kind.UNAVAILABLE, "old values may still be in the files", e);
    }
    inFlight.exit();
    if (failure == null) {
      result.complete(null);
    } else {
      result.completeExceptionally(failure);
    }
  }

  @Override
  public Watch watch(byte[] key) {
    return watches.watch(key);
  }

  /** Whether the store still takes attempts: neither closed nor stopped by a failed write. */
  public boolean healthy() {
    return broken == null && !inFlight.closed();
  }

  /** How often the log was synced since the store was opened; a test's proof of durability. */
  long walSyncs() {
    inFlight.enter();
    try {
      return database.walSyncs();
    } finally {
      inFlight.exit();
    }
  }

  /**
   * Closes the store after the attempts in flight, for which it waits up to 30 s. Attempts that
   * last even longer keep RocksDB open, since freeing what they use would crash the process; close
   * again later, or exit. Not to be called from a body or from what follows on an attempt's future.
   */
  @Override
  public void close() {
    if (!inFlight.close(CLOSE_PATIENCE)) {
      LOG.warn("store not released: attempts are still in flight");
      return;
    }
    if (released.compareAndSet(false, true)) {
      watches.close();
      executor.shutdown();
      backgroundExecutor.shutdown();
      scrubExecutor.shutdown();
      sessions.forEach(RocksSession::close);
      database.close();
    }
  }

  private RocksSession borrow() {
    if (broken != null) {
      throw stopped();
    }
    RocksSession idle = sessions.poll();
    RocksSession session = idle == null ? new RocksSession(database.db()) : idle;
    session.begin();
    return session;
  }

  private void giveBack(RocksSession session) {
    try {
      session.reset();
      sessions.add(session);
    } catch (RocksDBException e) {
      LOG.warn("a session could not be reset, and is dropped", e);
      session.close();
    }
  }

  private @Nullable StoreException committed(RocksTransaction transaction) {
    try {
      return commit(transaction);
    } catch (RuntimeException | Error e) {
      return StoreException.of(Kind.MAYBE_COMMITTED, "the commit ended in a defect", e);
    }
  }

  private @Nullable StoreException commit(RocksTransaction transaction) {
    if (transaction.written().isEmpty()) {
      return null;
    }
    if (broken != null) {
      return stopped();
    }
    commits.readLock().lock();
    try {
      transaction.trackGuards();
      transaction.commit();
      return null;
    } catch (StoreException e) {
      return e;
    } catch (RocksDBException e) {
      Status status = e.getStatus();
      if (status != null && CONFLICTS.contains(status.getCode())) {
        return StoreException.of(Kind.CONFLICT, "a guarded key was written meanwhile", e);
      }
      stop(e);
      return StoreException.of(Kind.MAYBE_COMMITTED, "the log could not be written", e);
    } finally {
      commits.readLock().unlock();
    }
  }

  private void stop(RocksDBException cause) {
    if (broken == null) {
      LOG.error(
          "the store has stopped, since its log could not be written:"
              + " look at the disk, then restart the server",
          cause);
    }
    broken = cause;
  }

  private StoreException stopped() {
    return StoreException.of(
        Kind.UNAVAILABLE,
        "the store has stopped after a failed write: look at the disk, then restart the server",
        broken);
  }

  /** One call of {@link RocksStore#attempt}. */
  private final class Attempt<T> {
    private final TransactionBody<T> body;
    private final CompletableFuture<T> result;
    private final Executor threads;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    Attempt(TransactionBody<T> body, CompletableFuture<T> result, Executor threads) {
      this.body = body;
      this.result = result;
      this.threads = threads;
    }

    void begin() {
      // Before there is a snapshot, so that a scrub misses none.
      running.add(this);
      RocksSession session;
      try {
        session = borrow();
      } catch (RuntimeException | Error e) {
        leave();
        result.completeExceptionally(e);
        return;
      }
      RocksTransaction transaction = new RocksTransaction(session);
      CompletableFuture<T> outcome;
      try {
        outcome = body.apply(transaction);
      } catch (Throwable e) {
        outcome = CompletableFuture.failedFuture(e);
      }
      if (outcome.isDone()) {
        var unused = outcome.whenComplete((value, e) -> finish(session, transaction, value, e));
      } else {
        // Whoever completes the body must not be made to wait for the disk.
        var unused =
            outcome.whenCompleteAsync(
                (value, e) -> finish(session, transaction, value, e), threads);
      }
    }

    private void finish(
        RocksSession session, RocksTransaction transaction, T value, @Nullable Throwable error) {
      Throwable failure = error == null ? committed(transaction) : Causes.of(error);
      transaction.end();
      giveBack(session);
      leave();
      if (failure == null) {
        result.complete(value);
        watches.fire(transaction.written());
      } else {
        result.completeExceptionally(failure);
      }
    }

    private void leave() {
      running.remove(this);
      over.complete(null);
      inFlight.exit();
    }
  }
}
