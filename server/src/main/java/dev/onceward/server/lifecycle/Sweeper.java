package dev.onceward.server.lifecycle;

import dev.onceward.server.kv.Attempts;
import dev.onceward.server.kv.Causes;
import dev.onceward.server.kv.RunLimits;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.store.Chore;
import dev.onceward.server.store.Judge;
import dev.onceward.server.store.UpkeepAttempt;
import dev.onceward.server.store.UpkeepStep;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One chore, done over all buckets again and again: pass by pass, bucket by bucket, one bounded
 * transaction after the other until nothing more is due. Thread-safe.
 *
 * <p>A transaction that fails is tried again with half as many rows, and the number grows while all
 * goes well; so the chore takes what the store has to spare. A server that does not trust its clock
 * does nothing.
 */
final class Sweeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
  private static final Duration STEP_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(100);
  private static final int CONFLICTS_MAX = 2;
  private static final int ROWS_AT_FIRST = 16;

  private final Chore chore;
  private final Pace pace;
  private final UpkeepMeans means;
  private final UpkeepObserver observer;
  private volatile boolean closed;

  // All that follows is used by one task at a time, each handed over by the timer to the next.
  private int rows;
  private long passes;
  private int bucket;
  private int steps;
  private @Nullable Bytes after;
  private boolean busy;
  private Duration lag = Duration.ZERO;
  private Duration oldestClaim = Duration.ZERO;

  Sweeper(Chore chore, Pace pace, UpkeepMeans means, UpkeepObserver observer) {
    this.chore = chore;
    this.pace = pace;
    this.means = means;
    this.observer = observer;
    this.rows = Math.min(ROWS_AT_FIRST, pace.rowsMax());
  }

  /** Starts to sweep, after a part of the first pause: servers that start together differ. */
  void start() {
    runAfter(
        Duration.ofMillis(means.random().nextLong(pace.pause().toMillis() + 1)), this::beginPass);
  }

  /** Lets the transaction under way be the last. */
  @Override
  public void close() {
    closed = true;
  }

  private void runAfter(Duration pause, Runnable task) {
    if (closed) {
      return;
    }
    try {
      var unused = means.timer().schedule(task, pause.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      closed = true; // the server is going down
    }
  }

  private void beginPass() {
    bucket = -1;
    busy = false;
    lag = Duration.ZERO;
    oldestClaim = Duration.ZERO;
    passes++;
    nextBucket();
  }

  private void nextBucket() {
    boolean all = passes % pace.othersEvery() == 0;
    do {
      bucket++;
    } while (bucket < means.upkeep().bucketCount() && !all && !means.assignment().isMine(bucket));
    after = null;
    steps = 0;
    if (bucket < means.upkeep().bucketCount()) {
      step();
    } else {
      observer.passed(chore, lag, oldestClaim);
      runAfter(busy ? Duration.ZERO : pace.pause(), this::beginPass);
    }
  }

  private void step() {
    if (closed) {
      return;
    }
    if (!means.upkeep().judge().clockTrusted().getAsBoolean()) {
      runAfter(pace.pause(), this::beginPass);
      return;
    }
    UpkeepAttempt.Place place = new UpkeepAttempt.Place(chore, bucket, after);
    int limit = rows;
    Attempts<UpkeepStep> attempts = past -> attempt(place, limit);
    try {
      var unused =
          means
              .runner()
              .run(attempts, new RunLimits(STEP_TIMEOUT, CONFLICTS_MAX))
              .whenCompleteAsync(this::stepped, means.timer());
    } catch (RejectedExecutionException e) {
      closed = true;
    }
  }

  private TransactionBody<UpkeepStep> attempt(UpkeepAttempt.Place place, int limit) {
    Judge.Moment moment = means.upkeep().judge().moment(means.wall().instant());
    if (!moment.clockTrusted()) {
      throw StoreException.of(StoreException.Kind.UNAVAILABLE, "the clock is not trusted", null);
    }
    long id = means.random().nextLong();
    UpkeepAttempt attempt = new UpkeepAttempt(id, moment, place, limit);
    return transaction -> means.upkeep().step(transaction, attempt);
  }

  private void stepped(@Nullable UpkeepStep step, @Nullable Throwable failure) {
    try {
      if (step == null) {
        failed(Objects.requireNonNull(failure));
      } else {
        succeeded(step);
      }
    } catch (RuntimeException e) {
      LOG.error("pass broken off: chore={} bucket={}", chore, bucket, e);
      runAfter(pace.pause(), this::beginPass);
    }
  }

  private void succeeded(UpkeepStep step) {
    tell(step);
    note(step);
    if (step.odd() > 0) {
      LOG.warn(
          "due rows without a sound record, see onceward audit: chore={} bucket={} rows={}",
          chore,
          bucket,
          step.odd());
    }
    rows = Math.min(pace.rowsMax(), rows * 2);
    steps++;
    after = step.last();
    if (after == null || steps >= pace.stepsMax()) {
      busy |= after != null;
      nextBucket();
    } else {
      step();
    }
  }

  private void tell(UpkeepStep step) {
    observer.looked(chore, UpkeepObserver.Outcome.STORED, step.stored());
    observer.looked(chore, UpkeepObserver.Outcome.DEFERRED, step.deferred());
    observer.looked(chore, UpkeepObserver.Outcome.MOVED, step.moved());
    observer.looked(chore, UpkeepObserver.Outcome.ODD, step.odd());
  }

  private void note(UpkeepStep step) {
    Instant now = means.wall().instant();
    lag = longer(lag, step.oldestDue(), now);
    oldestClaim = longer(oldestClaim, step.oldestClaim(), now);
  }

  private static Duration longer(Duration longest, @Nullable Instant since, Instant now) {
    if (since == null) {
      return longest;
    }
    Duration length = Duration.between(since, now);
    return length.compareTo(longest) > 0 ? length : longest;
  }

  private void failed(Throwable failure) {
    observer.failed(chore);
    boolean whole = rows == 1;
    rows = Math.max(1, rows / 2);
    if (!(Causes.of(failure) instanceof StoreException) || whole) {
      // The bucket is left for the next pass: others must not wait for what does not go.
      LOG.warn("bucket left for later: chore={} bucket={}", chore, bucket, failure);
      runAfter(PAUSE_AFTER_FAILURE, this::nextBucket);
    } else {
      runAfter(PAUSE_AFTER_FAILURE, this::step);
    }
  }
}
