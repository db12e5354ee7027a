package dev.onceward.server;

import dev.onceward.server.lane.Clocks;
import dev.onceward.server.lifecycle.Census;
import dev.onceward.server.lifecycle.ClockWatch;
import dev.onceward.server.lifecycle.Lifecycle;
import dev.onceward.server.lifecycle.UpkeepMeans;
import dev.onceward.server.store.Counts;
import dev.onceward.server.store.Judge;
import dev.onceward.server.store.Layout;
import dev.onceward.server.store.ServerRows;
import dev.onceward.server.store.Upkeep;
import java.util.HexFormat;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an engine does by itself: it watches its clock, stores what time has done to records, and
 * counts them. Thread-safe.
 */
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final long CLOCK_PATIENCE_SECONDS = 10;

  private final String serverId;
  private final Judge judge;
  private final ClockWatch clock;
  private final Lifecycle lifecycle;
  private final Census census;

  private Housekeeping(
      String serverId, Judge judge, ClockWatch clock, Lifecycle lifecycle, Census census) {
    this.serverId = serverId;
    this.judge = judge;
    this.clock = clock;
    this.lifecycle = lifecycle;
    this.census = census;
  }

  /** Begins, and waits a while until it is known whether the clock may be trusted. */
  static Housekeeping start(
      Runners runners,
      Layout layout,
      ServerConfig settings,
      Clocks clocks,
      Engine.Observers observers) {
    String serverId = settings.serverId().orElseGet(() -> name(clocks.random()));
    ClockWatch clock =
        ClockWatch.start(
            new ClockWatch.Means(
                new ServerRows(settings.root()),
                runners.calls(),
                clocks.wall(),
                clocks.nanoTime(),
                clocks.timer()),
            serverId,
            clocks.random().nextLong(),
            observers.clock());
    Judge judge = new Judge(settings.skewAllowance(), serverId, clock);
    UpkeepMeans means =
        new UpkeepMeans(
            new Upkeep(layout, judge),
            runners.background(),
            clocks.wall(),
            clocks.timer(),
            clocks.random(),
            clock.assignment());
    Lifecycle lifecycle = Lifecycle.start(means, observers.upkeep());
    Census census =
        Census.start(new Counts(layout), runners.background(), clocks.timer(), observers.census());
    awaitVerdict(clock);
    return new Housekeeping(serverId, judge, clock, lifecycle, census);
  }

  private static String name(RandomGenerator random) {
    byte[] bytes = new byte[3];
    random.nextBytes(bytes);
    return "s-" + HexFormat.of().formatHex(bytes);
  }

  /** So that a server that says it is ready does not refuse its first claims. */
  private static void awaitVerdict(ClockWatch clock) {
    try {
      clock.settled().get(CLOCK_PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.warn("starting without knowing the other servers' clocks; no claims until they are seen");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** This server's name. */
  String serverId() {
    return serverId;
  }

  /** Who decides, on this server. */
  Judge judge() {
    return judge;
  }

  /** Ends all of it. Waits until the other servers cannot take this one for alive any more. */
  @Override
  public void close() {
    census.close();
    lifecycle.close();
    try {
      clock.leave().join();
    } catch (CompletionException | CancellationException e) {
      LOG.warn("this server's row stays in the store, where it is removed in an hour", e);
    }
  }
}
