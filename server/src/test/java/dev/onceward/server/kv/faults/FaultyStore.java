package dev.onceward.server.kv.faults;

import dev.onceward.server.kv.BackgroundView;
import dev.onceward.server.kv.Causes;
import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.StoreException.Kind;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.kv.Watch;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Any store, made as unreliable as FoundationDB can be: the faults of {@link Fault}, at given
 * rates, by a seed. What it answers is always true of the store beneath; that is what makes it a
 * fair judge. Thread-safe.
 *
 * <p>Only attempts that write can be in doubt, since only those commit. A late commit is the real
 * thing: the transaction beneath stays open, with its snapshot and its guards, until it is let go.
 */
public final class FaultyStore implements KeyValueStore {
  private static final Duration LATE_MOST = Duration.ofSeconds(5);
  private static final Duration DELAY_MOST = Duration.ofMillis(200);

  private final KeyValueStore inner;
  private final ScheduledExecutorService timer;
  private final FaultDice dice;
  private final Set<Runnable> held = ConcurrentHashMap.newKeySet();

  /** Wraps {@code inner}; everything that takes time is scheduled on {@code timer}. */
  public FaultyStore(
      KeyValueStore inner, ScheduledExecutorService timer, FaultRates rates, long seed) {
    this.inner = inner;
    this.timer = timer;
    this.dice = new FaultDice(rates, seed);
  }

  /** From now on, these rates. */
  public void rates(FaultRates rates) {
    dice.rates(rates);
  }

  /** How often each fault has struck. */
  public Map<Fault, Long> injected() {
    return dice.struck();
  }

  @Override
  public <T> CompletableFuture<T> attempt(TransactionBody<T> body) {
    return new Attempt<>(body).begin(inner);
  }

  @Override
  public Watch watch(byte[] key) {
    Watch watch = inner.watch(key);
    FaultyWatch faulty = new FaultyWatch(watch);
    if (dice.strikes(Fault.WATCH_SPURIOUS)) {
      after(Fault.WATCH_SPURIOUS, LATE_MOST, faulty::fire);
    }
    if (dice.strikes(Fault.WATCH_SILENT)) {
      return faulty;
    }
    boolean firesLate = dice.strikes(Fault.WATCH_LATE);
    var unused =
        watch
            .fired()
            .thenRun(
                () -> {
                  if (firesLate) {
                    after(Fault.WATCH_LATE, LATE_MOST, faulty::fire);
                  } else {
                    faulty.fire();
                  }
                });
    return faulty;
  }

  /** The background of the store beneath, by the same dice. */
  @Override
  public KeyValueStore background() {
    return new BackgroundView(this, this::backgroundAttempt);
  }

  private <T> CompletableFuture<T> backgroundAttempt(TransactionBody<T> body) {
    return new Attempt<>(body).begin(inner.background());
  }

  @Override
  public CompletableFuture<Void> scrub(byte[] begin, byte[] end) {
    return inner.scrub(begin, end);
  }

  /** Lets all that is late land, and closes the store beneath. */
  @Override
  public void close() {
    held.forEach(Runnable::run);
    inner.close();
  }

  private void after(Fault fault, Duration most, Runnable then) {
    var unused = timer.schedule(then, dice.nanos(fault, most), TimeUnit.NANOSECONDS);
  }

  /** One call of {@link FaultyStore#attempt}. */
  private final class Attempt<T> {
    private final TransactionBody<T> body;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private volatile boolean writes;

    Attempt(TransactionBody<T> body) {
      this.body = body;
    }

    CompletableFuture<T> begin(KeyValueStore store) {
      var unused = store.attempt(this::bodyThenFaults).whenComplete(this::ended);
      return result;
    }

    private CompletableFuture<T> bodyThenFaults(Transaction transaction) {
      NotedTransaction noted =
          new NotedTransaction(transaction, () -> dice.strikes(Fault.SHORT_SCAN));
      return body.apply(noted).thenCompose(value -> beforeCommit(noted, value));
    }

    private CompletableFuture<T> beforeCommit(NotedTransaction transaction, T value) {
      writes = transaction.writes();
      if (dice.strikes(Fault.UNAVAILABLE)) {
        return injected(Kind.UNAVAILABLE);
      }
      if (!writes) {
        return CompletableFuture.completedFuture(value);
      }
      if (dice.strikes(Fault.CONFLICT)) {
        return injected(Kind.CONFLICT);
      }
      if (dice.strikes(Fault.UNKNOWN_LOST)) {
        return injected(Kind.MAYBE_COMMITTED);
      }
      if (dice.strikes(Fault.LATE)) {
        byte[] fenceKey = transaction.fenceKey();
        CompletableFuture<T> commit = hold(Fault.LATE, LATE_MOST, value);
        result.completeExceptionally(StoreException.maybeLater("injected", fenceKey, null));
        return commit;
      }
      if (dice.strikes(Fault.DELAY)) {
        return hold(Fault.DELAY, DELAY_MOST, value);
      }
      return CompletableFuture.completedFuture(value);
    }

    private CompletableFuture<T> hold(Fault fault, Duration most, T value) {
      CompletableFuture<Void> commit = new CompletableFuture<>();
      Runnable land = () -> commit.complete(null);
      held.add(land);
      after(
          fault,
          most,
          () -> {
            held.remove(land);
            land.run();
          });
      return commit.thenApply(nothing -> value);
    }

    private void ended(T value, @Nullable Throwable error) {
      if (error != null) {
        result.completeExceptionally(Causes.of(error));
      } else if (writes && !result.isDone() && dice.strikes(Fault.UNKNOWN_APPLIED)) {
        result.completeExceptionally(StoreException.of(Kind.MAYBE_COMMITTED, "injected", null));
      } else {
        result.complete(value);
      }
    }

    private CompletableFuture<T> injected(Kind kind) {
      return CompletableFuture.failedFuture(StoreException.of(kind, "injected", null));
    }
  }
}
