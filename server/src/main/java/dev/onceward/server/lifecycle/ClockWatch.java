package dev.onceward.server.lifecycle;

import dev.onceward.server.kv.Attempts;
import dev.onceward.server.kv.RunLimits;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.lifecycle.Sightings.Look;
import dev.onceward.server.store.ServerRow;
import dev.onceward.server.store.ServerRows;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this server's wall clock is good enough to grant claims and to judge leases by. Every
 * second it tells the other servers its time by a row in the store, reads theirs, and judges its
 * own by {@link ClockJudge}; in between, whoever asks is told at once if the clock was set.
 * Thread-safe.
 */
public final class ClockWatch implements BooleanSupplier {
  private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);
  private static final Duration LOOK_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration INTERVAL_AT_FIRST = Duration.ofMillis(250);

  private final Means means;
  private final Sightings.Name self;
  private final ClockObserver observer;
  private final TwoClocks clocks;
  private final Fellows fellows = new Fellows();
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private volatile ClockVerdict verdict;

  // Guarded by this.
  private boolean closed;
  private CompletableFuture<?> looking = CompletableFuture.completedFuture(null);

  // All that follows is used by one task at a time, each handed over by the timer to the next.
  private final Sightings sightings;
  private final ClockJudge judge;
  private long delayMillis;
  private boolean namesakeTold;

  /**
   * What a watch works with.
   *
   * @param runner of ordinary priority: a server whose row is late counts as dead
   * @param timer runs its tasks, none of which blocks
   */
  public record Means(
      ServerRows rows,
      TransactionRunner runner,
      InstantSource wall,
      LongSupplier nanoTime,
      ScheduledExecutorService timer) {}

  private ClockWatch(Means means, Sightings.Name self, ClockObserver observer) {
    this.means = means;
    this.self = self;
    this.observer = observer;
    this.clocks = new TwoClocks(means.wall(), means.nanoTime());
    this.sightings = new Sightings(self);
    TwoClocks.Reading now = clocks.read();
    this.judge = new ClockJudge(now);
    this.verdict = judge.judge(now, sightings);
  }

  /**
   * Begins to watch. The clock is not trusted before the first look at the others' rows.
   *
   * @param server this server's name
   * @param incarnation drawn at random for this process
   */
  public static ClockWatch start(
      Means means, String server, long incarnation, ClockObserver observer) {
    ClockWatch watch = new ClockWatch(means, new Sightings.Name(server, incarnation), observer);
    watch.lookAfter(Duration.ZERO);
    return watch;
  }

  /** Whether the wall clock may be trusted now. Cheap: it reads clocks and a field. */
  @Override
  public boolean getAsBoolean() {
    ClockVerdict last = verdict;
    return last.trusted() && ClockJudge.stillHolds(last, clocks.read());
  }

  /** Completes with the first verdict, be it good or bad. */
  public CompletableFuture<Void> settled() {
    return settled.copy();
  }

  /** Which buckets are this server's, by the living servers that it sees. */
  public Assignment assignment() {
    return fellows;
  }

  /**
   * Ends the watch and takes this server's row away, so that nobody goes by it any more. The last
   * verdict stands, as long as the clock is not set.
   *
   * @return completes when the row is gone; fails with a StoreException if it may not be, within 5
   *     s
   */
  public CompletableFuture<Void> leave() {
    CompletableFuture<?> last;
    synchronized (this) {
      closed = true;
      last = looking;
    }
    // After the last look, or that one would write the row again.
    return last.handle((look, failure) -> null)
        .thenCompose(
            nothing ->
                means
                    .runner()
                    .run(
                        Attempts.of(
                            transaction ->
                                means
                                    .rows()
                                    .removeIf(
                                        transaction, row -> Sightings.Name.of(row).equals(self))),
                        RunLimits.within(LEAVE_TIMEOUT)));
  }

  private void lookAfter(Duration pause) {
    try {
      var unused = means.timer().schedule(this::look, pause.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The server is going down.
    }
  }

  private void look() {
    long began = clocks.read().monoMillis();
    Set<ServerRow> stale = sightings.toBeRemoved(began);
    CompletableFuture<Look> look;
    synchronized (this) {
      if (closed) {
        return;
      }
      look = means.runner().run(past -> attempt(stale), RunLimits.within(LOOK_TIMEOUT));
      looking = look;
    }
    try {
      var unused = look.whenCompleteAsync((seen, failure) -> looked(began, seen), means.timer());
    } catch (RejectedExecutionException e) {
      // The server is going down.
    }
  }

  private TransactionBody<Look> attempt(Set<ServerRow> stale) {
    TwoClocks.Reading now = clocks.read();
    ServerRow own = new ServerRow(self.server(), self.incarnation(), now.wallMillis());
    return transaction -> readAndWrite(transaction, own, stale, now.monoMillis());
  }

  private CompletableFuture<Look> readAndWrite(
      Transaction transaction, ServerRow own, Set<ServerRow> stale, long nowMillis) {
    return means
        .rows()
        .all(transaction)
        .thenApply(
            rows -> {
              rows.stream()
                  .filter(stale::contains)
                  .forEach(row -> means.rows().remove(transaction, row));
              means.rows().write(transaction, own);
              return new Look(rows, nowMillis, delayMillis);
            });
  }

  private void looked(long began, @Nullable Look look) {
    TwoClocks.Reading now = clocks.read();
    try {
      if (look != null) {
        sightings.add(look);
        // How long our own row took to be seen is the best guess at how long the others' take.
        delayMillis = now.monoMillis() - look.atMillis();
      }
      publish(judge.judge(now, sightings));
    } catch (RuntimeException e) {
      LOG.error("the clock could not be judged", e);
    }
    Duration interval = settled.isDone() ? Sightings.INTERVAL : INTERVAL_AT_FIRST;
    lookAfter(interval.minusMillis(now.monoMillis() - began));
  }

  private void publish(ClockVerdict now) {
    ClockVerdict before = verdict;
    verdict = now;
    if (now.cause() == ClockVerdict.Cause.UNSEEN) {
      return;
    }
    List<Sightings.Name> living = new ArrayList<>(now.others().keySet());
    living.add(self);
    living.sort(null);
    fellows.deal(living, self);
    observer.judged(Duration.ofMillis(now.skewMillis()), now.trusted());
    tell(before, now);
    settled.complete(null);
  }

  private void tell(ClockVerdict before, ClockVerdict now) {
    boolean first = before.cause() == ClockVerdict.Cause.UNSEEN;
    if (now.trusted() && (first || !before.trusted())) {
      LOG.info("this server's clock is trusted: {}", now.text());
    } else if (!now.trusted() && (first || before.trusted())) {
      LOG.error(
          "this server's clock is not trusted, so it grants no claim and lets no lease end: {}",
          now.text());
    }
    boolean namesake =
        now.others().keySet().stream().anyMatch(name -> name.server().equals(self.server()));
    if (namesake && !namesakeTold) {
      LOG.warn("another server is named {} too: give each its own --server-id", self.server());
    }
    namesakeTold = namesake;
  }
}
