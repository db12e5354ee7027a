package dev.onceward.server.lane;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.kv.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A store whose watches do nothing by themselves: a test arms, fires or breaks them by hand. */
final class HandWatches implements KeyValueStore {
  private final KeyValueStore inner;
  private final List<HandWatch> watches = new ArrayList<>();
  private boolean throwing;

  HandWatches(KeyValueStore inner) {
    this.inner = inner;
  }

  /** All watches ever made, the last one last. */
  List<HandWatch> all() {
    return watches;
  }

  HandWatch last() {
    return watches.get(watches.size() - 1);
  }

  long open() {
    return watches.stream().filter(HandWatch::isOpen).count();
  }

  void throwFromNowOn() {
    throwing = true;
  }

  @Override
  public <T> CompletableFuture<T> attempt(TransactionBody<T> body) {
    return inner.attempt(body);
  }

  @Override
  public Watch watch(byte[] key) {
    if (throwing) {
      throw new IllegalStateException("no watches");
    }
    HandWatch watch = new HandWatch();
    watches.add(watch);
    return watch;
  }

  @Override
  public CompletableFuture<Void> scrub(byte[] begin, byte[] end) {
    return inner.scrub(begin, end);
  }

  @Override
  public void close() {
    inner.close();
  }

  /** One watch. */
  static final class HandWatch implements Watch {
    private final CompletableFuture<Void> armed = new CompletableFuture<>();
    private final CompletableFuture<Void> fired = new CompletableFuture<>();
    private boolean cancelled;

    void arm() {
      armed.complete(null);
    }

    void fire() {
      fired.complete(null);
    }

    void failToArm() {
      armed.completeExceptionally(trouble());
    }

    void breakDown() {
      fired.completeExceptionally(trouble());
    }

    private static StoreException trouble() {
      return StoreException.of(StoreException.Kind.UNAVAILABLE, "no watch", null);
    }

    boolean isOpen() {
      return !cancelled && !fired.isDone() && !armed.isCompletedExceptionally();
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
    }
  }
}
