package dev.onceward.server.lifecycle;

import dev.onceward.server.kv.Attempts;
import dev.onceward.server.kv.RunLimits;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.store.Counts;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A count of all records, every 15 s, from the counter rows. Thread-safe. */
public final class Census implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Census.class);
  static final Duration PERIOD = Duration.ofSeconds(15);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final String ARCHIVED = "ARCHIVED";

  private final Counts counts;
  private final TransactionRunner runner;
  private final ScheduledExecutorService timer;
  private final CensusObserver observer;
  private volatile boolean closed;

  private Census(
      Counts counts,
      TransactionRunner runner,
      ScheduledExecutorService timer,
      CensusObserver observer) {
    this.counts = counts;
    this.runner = runner;
    this.timer = timer;
    this.observer = observer;
  }

  /**
   * Begins to count.
   *
   * @param runner one of low priority
   */
  public static Census start(
      Counts counts,
      TransactionRunner runner,
      ScheduledExecutorService timer,
      CensusObserver observer) {
    Census census = new Census(counts, runner, timer, observer);
    census.after(Duration.ZERO);
    return census;
  }

  /** Counts no more. */
  @Override
  public void close() {
    closed = true;
  }

  private void after(Duration pause) {
    try {
      var unused = timer.schedule(this::count, pause.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      closed = true; // the server is going down
    }
  }

  private void count() {
    if (closed) {
      return;
    }
    try {
      var unused =
          runner
              .run(Attempts.of(counts::ofAll), RunLimits.within(TIMEOUT))
              .whenCompleteAsync(this::counted, timer);
    } catch (RejectedExecutionException e) {
      closed = true;
    }
  }

  private void counted(@Nullable Map<String, Counts.Count> all, @Nullable Throwable failure) {
    if (all == null) {
      LOG.debug("records not counted", failure);
    } else {
      Map<String, Map<String, Long>> labelled = new HashMap<>();
      all.forEach((tenant, count) -> labelled.put(tenant, labelled(count)));
      observer.counted(labelled);
    }
    after(PERIOD);
  }

  private static Map<String, Long> labelled(Counts.Count count) {
    Map<String, Long> labelled = new HashMap<>();
    count.states().forEach((state, records) -> labelled.put(state.name(), records));
    labelled.put(ARCHIVED, count.archived());
    return labelled;
  }
}
