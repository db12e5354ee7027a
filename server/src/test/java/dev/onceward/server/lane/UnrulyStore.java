package dev.onceward.server.lane;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.StoreException.Kind;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.kv.Watch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A store whose attempts meet the fates that a test lays out, one after the other; when there are
 * no more, all goes well. Not thread-safe.
 */
final class UnrulyStore implements KeyValueStore {
  /** What becomes of an attempt. */
  enum Fate {
    FINE,
    /** Its body runs; the commit waits for {@link #release}. */
    HELD,
    CONFLICT,
    UNAVAILABLE,
    /** Fails before anything is read. */
    UNREADABLE,
    /** Committed, and nobody is told. */
    APPLIED_UNKNOWN,
    /** Not committed, and nobody is told. */
    LOST_UNKNOWN,
    /** Said to be in doubt; committed at {@link #release}, unless a guard stands against it. */
    LATE,
    /** Committed, and never answered. */
    SILENT_APPLIED,
    /** Never answered. */
    SILENT,
    /** An exception that no store should throw. */
    BROKEN
  }

  private final KeyValueStore inner;
  private final Deque<Fate> fates = new ArrayDeque<>();
  private final Deque<CompletableFuture<Void>> gates = new ArrayDeque<>();
  private Fate otherwise = Fate.FINE;
  private Runnable before = () -> {};
  private byte @Nullable [] contested;
  private int contests;
  private byte @Nullable [] poisoned;
  private int attempts;

  UnrulyStore(KeyValueStore inner) {
    this.inner = inner;
  }

  /** The fates of the next attempts. */
  void next(Fate... more) {
    fates.addAll(List.of(more));
  }

  /** The fate of all attempts for which none is laid out. */
  void otherwise(Fate fate) {
    otherwise = fate;
  }

  /** Lets the longest held commit go on. */
  void release() {
    gates.remove().complete(null);
  }

  /** Runs once, just before the next attempt. */
  void beforeNext(Runnable action) {
    before = action;
  }

  /** So many attempts that guard {@code key} end in a conflict. */
  void contest(byte[] key, int times) {
    contested = key;
    contests = times;
  }

  /** Every attempt that guards {@code key} breaks. */
  void poison(byte[] key) {
    poisoned = key;
  }

  int attempts() {
    return attempts;
  }

  int contestsLeft() {
    return contests;
  }

  @Override
  public <T> CompletableFuture<T> attempt(TransactionBody<T> body) {
    attempts++;
    Runnable action = before;
    before = () -> {};
    action.run();
    Fate fate = fates.isEmpty() ? otherwise : fates.remove();
    TransactionBody<T> tapped = watched(body);
    return switch (fate) {
      case FINE -> inner.attempt(tapped);
      case HELD -> inner.attempt(gated(tapped));
      case CONFLICT -> inner.attempt(failing(tapped, Kind.CONFLICT));
      case UNAVAILABLE -> inner.attempt(failing(tapped, Kind.UNAVAILABLE));
      case UNREADABLE -> CompletableFuture.failedFuture(trouble(Kind.UNAVAILABLE));
      case LOST_UNKNOWN -> inner.attempt(failing(tapped, Kind.MAYBE_COMMITTED));
      case APPLIED_UNKNOWN ->
          inner
              .attempt(tapped)
              .thenCompose(value -> CompletableFuture.failedFuture(trouble(Kind.MAYBE_COMMITTED)));
      case LATE -> late(body);
      case SILENT_APPLIED -> inner.attempt(tapped).thenCompose(value -> new CompletableFuture<>());
      case SILENT ->
          inner.attempt(
              transaction ->
                  tapped.apply(transaction).thenCompose(value -> new CompletableFuture<>()));
      case BROKEN -> throw new IllegalStateException("broken store");
    };
  }

  private <T> TransactionBody<T> gated(TransactionBody<T> body) {
    CompletableFuture<Void> gate = new CompletableFuture<>();
    gates.add(gate);
    return transaction ->
        body.apply(transaction).thenCompose(value -> gate.thenApply(open -> value));
  }

  private static <T> TransactionBody<T> failing(TransactionBody<T> body, Kind kind) {
    return transaction ->
        body.apply(transaction).thenCompose(value -> CompletableFuture.failedFuture(trouble(kind)));
  }

  private <T> CompletableFuture<T> late(TransactionBody<T> body) {
    AtomicReference<byte @Nullable []> fence = new AtomicReference<>();
    TransactionBody<T> gated = gated(body);
    CompletableFuture<T> landing =
        inner.attempt(transaction -> gated.apply(new TransactionTap(transaction, fence::set)));
    byte[] key = fence.get();
    if (key == null) {
      release();
      return landing; // nothing was written, so there is nothing to land
    }
    return CompletableFuture.failedFuture(StoreException.maybeLater("late", key, null));
  }

  private <T> TransactionBody<T> watched(TransactionBody<T> body) {
    return transaction -> {
      List<byte[]> guarded = new ArrayList<>();
      return body.apply(new TransactionTap(transaction, key -> guarded.add(unpoisoned(key))))
          .thenApply(
              value -> {
                contend(guarded);
                return value;
              });
    };
  }

  private byte[] unpoisoned(byte[] key) {
    if (Arrays.equals(key, poisoned)) {
      throw new IllegalStateException("poisoned key");
    }
    return key;
  }

  private void contend(List<byte[]> guarded) {
    if (contests > 0 && guarded.stream().anyMatch(key -> Arrays.equals(key, contested))) {
      contests--;
      throw trouble(Kind.CONFLICT);
    }
  }

  private static StoreException trouble(Kind kind) {
    return StoreException.of(kind, "by fate", null);
  }

  @Override
  public Watch watch(byte[] key) {
    return inner.watch(key);
  }

  @Override
  public CompletableFuture<Void> scrub(byte[] begin, byte[] end) {
    return inner.scrub(begin, end);
  }

  @Override
  public void close() {
    inner.close();
  }
}
