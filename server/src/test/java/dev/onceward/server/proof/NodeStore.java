package dev.onceward.server.proof;

import dev.onceward.server.kv.Causes;
import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.kv.Watch;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * A store as one process sees it: a process that dies commits nothing that it had not sent off, and
 * hears nothing any more; what it had sent off may still be committed.
 */
final class NodeStore implements KeyValueStore {
  private final KeyValueStore shared;
  private final NodeTimer timer;
  private final BooleanSupplier alive;

  NodeStore(KeyValueStore shared, NodeTimer timer, BooleanSupplier alive) {
    this.shared = shared;
    this.timer = timer;
    this.alive = alive;
  }

  @Override
  public <T> CompletableFuture<T> attempt(TransactionBody<T> body) {
    CompletableFuture<T> heard = new CompletableFuture<>();
    if (!alive.getAsBoolean()) {
      return heard;
    }
    var unused =
        shared
            .attempt(
                transaction ->
                    body.apply(transaction)
                        .thenApply(
                            value -> {
                              if (!alive.getAsBoolean()) {
                                throw StoreException.of(
                                    StoreException.Kind.UNAVAILABLE, "the process died", null);
                              }
                              return value;
                            }))
            .whenComplete(
                (value, failure) ->
                    timer.whenRunning(
                        () -> {
                          if (failure == null) {
                            heard.complete(value);
                          } else {
                            heard.completeExceptionally(Causes.of(failure));
                          }
                        }));
    return heard;
  }

  @Override
  public Watch watch(byte[] key) {
    Watch watch = shared.watch(key);
    CompletableFuture<Void> armed = heard(watch.armed());
    CompletableFuture<Void> fired = heard(watch.fired());
    return new Watch() {
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
        watch.cancel();
      }
    };
  }

  @Override
  public CompletableFuture<Void> scrub(byte[] begin, byte[] end) {
    return heard(shared.scrub(begin, end));
  }

  private CompletableFuture<Void> heard(CompletableFuture<Void> told) {
    CompletableFuture<Void> heard = new CompletableFuture<>();
    var unused =
        told.whenComplete(
            (value, failure) ->
                timer.whenRunning(
                    () -> {
                      if (failure == null) {
                        heard.complete(null);
                      } else {
                        heard.completeExceptionally(Causes.of(failure));
                      }
                    }));
    return heard;
  }

  @Override
  public void close() {}
}
