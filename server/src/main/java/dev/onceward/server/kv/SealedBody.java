package dev.onceward.server.kv;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A body that fences what earlier attempts may still write, and that can be stopped from committing
 * until the moment it completes. Thread-safe.
 */
final class SealedBody<T> implements TransactionBody<T> {
  private enum Phase {
    OPEN,
    SEALED,
    ABANDONED
  }

  private final TransactionBody<T> body;
  private final List<byte[]> fences;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPEN);

  SealedBody(TransactionBody<T> body, List<byte[]> fences) {
    this.body = body;
    this.fences = List.copyOf(fences);
  }

  @Override
  public CompletableFuture<T> apply(Transaction transaction) {
    fences.forEach(transaction::fence);
    return body.apply(transaction).thenApply(this::seal);
  }

  private T seal(T value) {
    if (!phase.compareAndSet(Phase.OPEN, Phase.SEALED)) {
      throw StoreException.of(
          StoreException.Kind.UNAVAILABLE, "the run was over before its attempt's body", null);
    }
    return value;
  }

  /**
   * Forbids the commit. False if it is too late: the store may be committing, or have committed.
   */
  boolean abandon() {
    return phase.compareAndSet(Phase.OPEN, Phase.ABANDONED);
  }
}
