package dev.onceward.bench;

import dev.onceward.server.Engine;
import dev.onceward.server.ServerConfig;
import dev.onceward.server.ServerStartException;
import dev.onceward.server.StoreSpec;
import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.rocks.RocksOptions;
import dev.onceward.server.kv.rocks.RocksStore;
import dev.onceward.server.lane.Ask;
import dev.onceward.server.lane.Clocks;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.RecordKey;
import dev.onceward.v1.BeginRequest;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** The server's lanes over a RocksDB in this process, without its ports. */
final class StoreLoad implements Load {
  private static final Duration LEASE = Duration.ofMinutes(15);
  private static final Bytes DIGEST = Bytes.wrap(new byte[32]);

  private final ScheduledExecutorService timer;
  private final KeyValueStore store;
  private final Engine engine;
  private final Requests requests;

  private StoreLoad(
      KeyValueStore store, Engine engine, ScheduledExecutorService timer, Requests requests) {
    this.store = store;
    this.engine = engine;
    this.timer = timer;
    this.requests = requests;
  }

  /** Opens a store in a new directory. */
  static StoreLoad open(Path directory, Requests requests) throws ServerStartException {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    KeyValueStore store = RocksStore.open(RocksOptions.at(directory));
    ServerConfig defaults = ServerConfig.builder(StoreSpec.parse("rocks:" + directory)).build();
    Clocks clocks = new Clocks(InstantSource.system(), System::nanoTime, timer, new SecureRandom());
    Engine engine = Engine.open(store, defaults, clocks, Engine.Observers.NONE);
    return new StoreLoad(store, engine, timer, requests);
  }

  @Override
  public RoundTrip trip(int slot) {
    return place -> {
      var unused =
          engine.authority().ask(ask(requests.newBegin())).thenAccept(answer -> end(place, answer));
    };
  }

  private static Ask ask(BeginRequest request) {
    Command begin =
        new Command.Begin(
            new RecordKey(request.getTenant(), request.getKey()),
            request.getOperation(),
            List.of(DIGEST),
            request.getAttemptId(),
            request.getOwner(),
            LEASE,
            null,
            null,
            Map.of());
    return new Ask(begin, Duration.ZERO, true, Long.MAX_VALUE, () -> false);
  }

  private static void end(Slot place, Answer answer) {
    if (answer instanceof Answer.Begun begun && begun.decision() == Decision.EXECUTE) {
      place.arrived();
    } else {
      place.failed("the lanes answered " + answer);
    }
  }

  @Override
  public void close() {
    engine.drain();
    engine.close();
    store.close();
    timer.shutdownNow();
  }
}
