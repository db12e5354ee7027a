package dev.onceward.server.kv.fdb;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDB;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.TransactionOptions;
import dev.onceward.server.kv.BackgroundView;
import dev.onceward.server.kv.Causes;
import dev.onceward.server.kv.Footprint;
import dev.onceward.server.kv.InFlight;
import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.StoreOpenException;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.kv.Watch;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store in a FoundationDB cluster. Thread-safe.
 *
 * <p>The client's own retry loop, its idempotency and its cache of read versions are not used: the
 * loop is {@link dev.onceward.server.kv.TransactionRunner}, and what a retry may assume is decided
 * by {@link FdbErrors}. The timeout ends an attempt that gets no answer.
 */
public final class FdbStore implements KeyValueStore {
  private static final Logger LOG = LoggerFactory.getLogger(FdbStore.class);
  private static final int ATTEMPTS_MAX = 16_384;
  private static final int THREADS = Math.max(4, Runtime.getRuntime().availableProcessors());
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(30);
  private static final byte[] OWN_KEY_PREFIX = {'o', 'n', 'c', 'e', 'w', 'a', 'r', 'd', '/'};
  private static final int STORE_ID_BYTES = 16;

  private final Database database;
  private final FdbOptions.Limits limits;
  private final ExecutorService executor;
  private final InFlight inFlight = new InFlight(ATTEMPTS_MAX);
  private final byte[] storeId = new byte[STORE_ID_BYTES];
  private final AtomicLong attempts = new AtomicLong();

  /** A store over an open database; both it and the executor are the store's to close. */
  FdbStore(Database database, FdbOptions.Limits limits, ExecutorService executor) {
    this.database = database;
    this.limits = limits;
    this.executor = executor;
    new SecureRandom().nextBytes(storeId);
  }

  /**
   * Connects to a cluster. Returns without waiting for it: if it is out of reach, attempts say so.
   *
   * @throws StoreOpenException if the client library or the cluster file is missing, or an option
   *     is refused
   */
  public static FdbStore open(FdbOptions options) {
    Path clusterFile = options.clusterFile().toAbsolutePath();
    if (!Files.isReadable(clusterFile)) {
      throw new StoreOpenException(
          "The cluster file "
              + clusterFile
              + " cannot be read. Copy it from a machine of the FoundationDB cluster.",
          null);
    }
    FDB fdb = FdbNetwork.start(options);
    ExecutorService executor = executor();
    try {
      Database database = fdb.open(clusterFile.toString(), executor);
      database.options().setMaxWatches(options.limits().watchesMax());
      return new FdbStore(database, options.limits(), executor);
    } catch (FDBException e) {
      executor.shutdown();
      throw new StoreOpenException(
          "The cluster of " + clusterFile + " cannot be opened: " + e.getMessage() + ".", e);
    }
  }

  private static ExecutorService executor() {
    AtomicInteger number = new AtomicInteger();
    return Executors.newFixedThreadPool(
        THREADS,
        task -> {
          Thread thread = new Thread(task, "fdb-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  @Override
  public <T> CompletableFuture<T> attempt(TransactionBody<T> body) {
    return inFlight.start(executor, result -> new Attempt<>(body, result).begin(this::transaction));
  }

  /** Its attempts have FoundationDB's batch priority, which a busy cluster may keep waiting. */
  @Override
  public KeyValueStore background() {
    return new BackgroundView(this, this::batchAttempt);
  }

  private <T> CompletableFuture<T> batchAttempt(TransactionBody<T> body) {
    return inFlight.start(
        executor, result -> new Attempt<>(body, result).begin(this::batchTransaction));
  }

  /**
   * Completes at once: the files are the cluster's. Its storage servers write over what was removed
   * in their own time, which no client can hasten.
   */
  @Override
  public CompletableFuture<Void> scrub(byte[] begin, byte[] end) {
    Footprint.range(begin, end);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public Watch watch(byte[] key) {
    Footprint.key(key);
    try {
      inFlight.enter();
    } catch (StoreException e) {
      return Watch.failed(e);
    }
    try {
      return new FdbWatch(database.createTransaction(executor), key);
    } catch (FDBException e) {
      return Watch.failed(FdbErrors.beforeCommit(e));
    } finally {
      inFlight.exit();
    }
  }

  /**
   * Closes the connection after the attempts in flight, which end by their timeout at the latest.
   * Not to be called from a body or from what follows on an attempt's future.
   */
  @Override
  public void close() {
    if (!inFlight.close(CLOSE_PATIENCE)) {
      LOG.warn("store not released: attempts are still in flight");
      return;
    }
    database.close();
    executor.shutdown();
  }

  private com.apple.foundationdb.Transaction transaction() {
    com.apple.foundationdb.Transaction transaction = database.createTransaction(executor);
    TransactionOptions options = transaction.options();
    options.setTimeout(limits.transactionTimeout().toMillis());
    options.setSizeLimit(limits.transactionBytesMax());
    // Nobody reads own writes, so the client need not keep them apart.
    options.setReadYourWritesDisable();
    return transaction;
  }

  private com.apple.foundationdb.Transaction batchTransaction() {
    com.apple.foundationdb.Transaction transaction = transaction();
    transaction.options().setPriorityBatch();
    return transaction;
  }

  /** Unique by the store's random id and a count, and never written. */
  private byte[] ownKey() {
    return ByteBuffer.allocate(OWN_KEY_PREFIX.length + STORE_ID_BYTES + Long.BYTES)
        .put(OWN_KEY_PREFIX)
        .put(storeId)
        .putLong(attempts.incrementAndGet())
        .array();
  }

  /** One call of {@link FdbStore#attempt}. */
  private final class Attempt<T> {
    private final TransactionBody<T> body;
    private final CompletableFuture<T> result;

    Attempt(TransactionBody<T> body, CompletableFuture<T> result) {
      this.body = body;
      this.result = result;
    }

    void begin(Supplier<com.apple.foundationdb.Transaction> transactions) {
      FdbTransaction begun;
      try {
        begun = new FdbTransaction(transactions.get(), ownKey());
      } catch (FDBException e) {
        inFlight.exit();
        result.completeExceptionally(FdbErrors.beforeCommit(e));
        return;
      }
      CompletableFuture<T> outcome;
      try {
        outcome = body.apply(begun);
      } catch (Throwable e) {
        outcome = CompletableFuture.failedFuture(e);
      }
      var unused = outcome.whenComplete((value, error) -> commit(begun, value, error));
    }

    private void commit(FdbTransaction transaction, T value, @Nullable Throwable error) {
      if (error != null || !transaction.writes()) {
        end(transaction, value, error == null ? null : beforeCommit(error));
        return;
      }
      CompletableFuture<Void> committed;
      try {
        committed = transaction.commit();
      } catch (RuntimeException e) {
        end(transaction, value, beforeCommit(e));
        return;
      }
      var unused =
          committed.whenComplete(
              (nothing, failure) ->
                  end(
                      transaction,
                      value,
                      failure == null ? null : atCommit(failure, transaction.ownKey())));
    }

    private void end(FdbTransaction transaction, T value, @Nullable Throwable failure) {
      transaction.end();
      inFlight.exit();
      if (failure == null) {
        result.complete(value);
      } else {
        result.completeExceptionally(failure);
      }
    }
  }

  /** The body's own exception, or what the client's means. */
  private static Throwable beforeCommit(Throwable error) {
    return Causes.of(error) instanceof FDBException known
        ? FdbErrors.beforeCommit(known)
        : Causes.of(error);
  }

  private static Throwable atCommit(Throwable error, byte[] fenceKey) {
    // Whatever else the client may throw here, the commit was on its way.
    return Causes.of(error) instanceof FDBException known
        ? FdbErrors.atCommit(known, fenceKey)
        : StoreException.maybeLater("the commit's outcome is unknown", fenceKey, Causes.of(error));
  }
}
