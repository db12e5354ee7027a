package dev.onceward.server;

import dev.onceward.server.kv.Attempts;
import dev.onceward.server.kv.Causes;
import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.RunLimits;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.StoreObserver;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.lane.Authority;
import dev.onceward.server.lane.Clocks;
import dev.onceward.server.lane.GroupCommit;
import dev.onceward.server.lane.LaneLimits;
import dev.onceward.server.lane.LaneObserver;
import dev.onceward.server.lifecycle.CensusObserver;
import dev.onceward.server.lifecycle.ClockObserver;
import dev.onceward.server.lifecycle.UpkeepObserver;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.rpc.Operations;
import dev.onceward.server.store.IncompatibleStoreException;
import dev.onceward.server.store.Layout;
import dev.onceward.server.store.RecordStore;
import dev.onceward.server.store.StoreHeader;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * All of a server that is behind its ports: lanes over records over a store, and what is done
 * beside them. Thread-safe.
 *
 * <p>Several engines may share one store, be it one object or one cluster.
 */
public final class Engine implements AutoCloseable {
  private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(2);
  private static final int STORE_ID_BYTES = 16;

  private final TransactionRunner runner;
  private final String root;
  private final GroupCommit authority;
  private final OperatorDesk operations;
  private final StoreHeader header;
  private final Housekeeping housekeeping;

  private Engine(TransactionRunner runner, String root, Parts parts) {
    this.runner = runner;
    this.root = root;
    this.authority = parts.authority;
    this.operations = parts.operations;
    this.header = parts.header;
    this.housekeeping = parts.housekeeping;
  }

  private record Parts(
      GroupCommit authority,
      OperatorDesk operations,
      StoreHeader header,
      Housekeeping housekeeping) {}

  /** Who hears of what an engine does. */
  public record Observers(
      StoreObserver store,
      LaneObserver lanes,
      ClockObserver clock,
      UpkeepObserver upkeep,
      CensusObserver census) {
    /** Nobody. */
    public static final Observers NONE =
        new Observers(
            StoreObserver.NONE,
            LaneObserver.NONE,
            ClockObserver.NONE,
            UpkeepObserver.NONE,
            CensusObserver.NONE);
  }

  /**
   * Opens the records on a store, making them if there are none. Waits for the store, at most 30 s.
   *
   * @param settings of these, those that speak of the store's contents and of lanes
   * @throws ServerStartException if the store does not answer, or is not to be read by this server
   */
  public static Engine open(
      KeyValueStore store, ServerConfig settings, Clocks clocks, Observers observers)
      throws ServerStartException {
    Runners runners = Runners.on(store, clocks, observers.store());
    TransactionRunner runner = runners.calls();
    StoreHeader header = header(runner, settings, clocks);
    Layout layout = new Layout(settings.root(), header.bucketCount());
    Housekeeping housekeeping = Housekeeping.start(runners, layout, settings, clocks, observers);
    RecordStore records = new RecordStore(layout, housekeeping.judge());
    LaneLimits limits =
        LaneLimits.DEFAULT.withLanes(settings.lanes()).withWaitersMax(settings.waitersMax());
    GroupCommit authority =
        new GroupCommit(
            new GroupCommit.Stores(store, runner, records),
            clocks,
            limits,
            settings.skewAllowance(),
            observers.lanes());
    OperatorDesk operations =
        new OperatorDesk(runners, clocks.wall(), layout, housekeeping.judge());
    return new Engine(
        runner, settings.root(), new Parts(authority, operations, header, housekeeping));
  }

  private static StoreHeader header(TransactionRunner runner, ServerConfig settings, Clocks clocks)
      throws ServerStartException {
    byte[] id = new byte[STORE_ID_BYTES];
    clocks.random().nextBytes(id);
    StoreHeader draft =
        new StoreHeader(settings.buckets(), Bytes.wrap(id), 1, clocks.wall().instant());
    try {
      return StoreHeader.openOrCreate(runner, settings.root(), draft, OPEN_TIMEOUT).join();
    } catch (CompletionException e) {
      Throwable cause = Causes.of(e);
      if (cause instanceof IncompatibleStoreException) {
        throw new ServerStartException(
            settings.store() + ": " + cause.getMessage() + "; nothing was changed", cause);
      }
      if (cause instanceof StoreException) {
        throw new ServerStartException(
            settings.store()
                + " did not answer within 30 s: see that it is up and reachable, then start again",
            cause);
      }
      throw e;
    }
  }

  /** Who answers commands. */
  public Authority authority() {
    return authority;
  }

  /** Who does what operators ask. */
  public Operations operations() {
    return operations;
  }

  /** This server's name among those of the store. */
  public String serverId() {
    return housekeeping.serverId();
  }

  /** What the store says of itself. */
  public StoreHeader header() {
    return header;
  }

  /** Asks the store for one row: completes if it answers within 2 s, else fails. */
  public CompletableFuture<Void> probe() {
    return runner.run(
        Attempts.of(transaction -> StoreHeader.probe(transaction, root)),
        RunLimits.within(PROBE_TIMEOUT));
  }

  /** Lets no call wait any more; those that do get the present answer. */
  public void drain() {
    authority.drain();
  }

  /**
   * Ends what it does by itself, and takes leave of the store's other servers, for which it waits a
   * few seconds at most. To be called before the store is closed and the timer shut down.
   */
  @Override
  public void close() {
    housekeeping.close();
  }
}
