package dev.onceward.server.kv.fdb;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import dev.onceward.server.kv.Causes;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.Watch;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A native watch, armed by a transaction of its own that only reads: in any other it would add a
 * read conflict, and in FoundationDB 7.3 never fire if that one's commit timed out. Thread-safe.
 *
 * <p>If the cluster drops the watch it fires, so that its owner looks and arms another. Only if
 * there are too many does it stay silent, as owners that all come back at once would be no help.
 */
final class FdbWatch implements Watch {
  private static final int OPERATION_CANCELLED = 1101;
  private static final int TOO_MANY_WATCHES = 1032;

  private final CompletableFuture<Void> armed = new CompletableFuture<>();
  private final CompletableFuture<Void> fired = new CompletableFuture<>();
  private final CompletableFuture<Void> changed;
  private volatile boolean cancelled;

  /**
   * Arms a watch.
   *
   * @param transaction a fresh one with default options, since the client refuses watches where
   *     read-your-writes is off; closed when no longer needed
   */
  FdbWatch(Transaction transaction, byte[] key) {
    changed = transaction.watch(key);
    var unusedChange = changed.whenComplete((nothing, error) -> changed(error));
    var unusedCommit =
        transaction.commit().whenComplete((nothing, error) -> committed(transaction, error));
  }

  private void committed(Transaction transaction, @Nullable Throwable error) {
    // After its commit a watch belongs to the database and outlives its transaction.
    transaction.close();
    if (error == null) {
      armed.complete(null);
    } else {
      armed.completeExceptionally(failure(error));
      cancel();
    }
  }

  private void changed(@Nullable Throwable error) {
    if (error == null) {
      fired.complete(null);
      return;
    }
    armed.completeExceptionally(failure(error));
    boolean silent =
        Causes.of(error) instanceof FDBException known
            && (known.getCode() == OPERATION_CANCELLED || known.getCode() == TOO_MANY_WATCHES);
    if (!silent && !cancelled) {
      fired.complete(null);
    }
  }

  private static Throwable failure(Throwable error) {
    return Causes.of(error) instanceof FDBException known
        ? FdbErrors.beforeCommit(known)
        : StoreException.of(StoreException.Kind.UNAVAILABLE, "the watch failed", Causes.of(error));
  }

  @Override
  public CompletableFuture<Void> armed() {
    return armed;
  }

  @Override
  public CompletableFuture<Void> fired() {
    return fired;
  }

  @Override
  public void cancel() {
    cancelled = true;
    // The client's own future: cancelling a derived one would leave the watch with the cluster.
    changed.cancel(true);
  }
}
