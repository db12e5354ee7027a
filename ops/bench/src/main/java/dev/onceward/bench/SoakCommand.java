package dev.onceward.bench;

import dev.onceward.v1.BatchItem;
import dev.onceward.v1.BatchRequest;
import dev.onceward.v1.BatchResult;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.IdempotencyServiceGrpc.IdempotencyServiceBlockingStub;
import dev.onceward.v1.Record;
import dev.onceward.v1.State;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code soak}. */
@Command(
    name = "soak",
    sortOptions = false,
    description = {
      "Loads a real server from many connections and kills it again and again, as a power cut would. Everything that "
          + "it has acknowledged must still be true afterwards.",
      ""
    })
final class SoakCommand implements Callable<Integer> {
  private static final int HELD = 0;
  private static final int BROKEN = 1;
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final int CHECKED_AT_ONCE = 200;
  private static final int CHECKED_AFTER_A_CRASH = 5_000;

  @Spec private CommandSpec spec = CommandSpec.create();
  private final Acknowledged acknowledged = new Acknowledged();
  private final AtomicLong broken = new AtomicLong();
  private long lost;

  @Option(
      names = "--store",
      paramLabel = "STORE",
      description =
          "rocks:DIR or fdb:CLUSTER_FILE. Default: RocksDB in a directory for the time being.")
  private String store = "";

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "5",
      description = "How long, 1 to 1440. Default: ${DEFAULT-VALUE}.")
  private int minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "8842",
      description = "Of when it is killed. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "200",
      description = "Connections, each with one caller, 1 to 1000. Default: ${DEFAULT-VALUE}.")
  private int connections;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "500",
      description = "Intents a second, 1 to 20000, as far as they go. Default: ${DEFAULT-VALUE}.")
  private int rate;

  @Option(
      names = "--crash-every",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Killed about that often, 5 to 3600. Default: ${DEFAULT-VALUE}.")
  private int crashSeconds;

  @Override
  public Integer call() throws IOException, InterruptedException {
    within("--minutes", minutes, 1, 1_440);
    within("--connections", connections, 1, 1_000);
    within("--rate", rate, 1, 20_000);
    within("--crash-every", crashSeconds, 5, 3_600);
    try (Scratch scratch = new Scratch()) {
      String served = store.isEmpty() ? "rocks:" + scratch.path("records") : store;
      soak(scratch, Peers.serve(served, freePort(), List.of("-Xmx512m")));
    }
    boolean held = lost == 0 && broken.get() == 0;
    say("acknowledged and lost", Long.toString(lost));
    say("answers that broke the contract", Long.toString(broken.get()));
    return held ? HELD : BROKEN;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void soak(Scratch scratch, List<String> command)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
    Random random = new Random(seed);
    AtomicBoolean wanted = new AtomicBoolean(true);
    List<Thread> workers = List.of();
    ChildServer server = start(scratch, command);
    try (Connections channels = Connections.to(server.grpcAddress(), connections)) {
      workers = workers(channels, wanted);
      int round = 0;
      while (System.nanoTime() < end) {
        long life = crashSeconds * 500L + random.nextInt(crashSeconds * 1_000);
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (server.endsWithin(Duration.ofMillis(Math.max(1, Math.min(life, left))))) {
          throw new IOException("the server ended by itself; see its log below\n" + server.tail());
        }
        ProcessMemory memory = ProcessMemory.of(server);
        server.kill();
        server = start(scratch, command);
        round++;
        long wrong = checkSome(channels, random);
        say(
            "crash " + round,
            "%,d intents, up again in %.1f s, %s resident, %s of heap, %d lost"
                .formatted(
                    acknowledged.keys(),
                    server.startTime().toMillis() / 1e3,
                    memory.resident(),
                    memory.heapUsed(),
                    wrong));
      }
      wanted.set(false);
      for (Thread worker : workers) {
        worker.join();
      }
      lost = check(channels, 0, acknowledged.keys());
      say("intents", String.format(Locale.ROOT, "%,d", acknowledged.keys()));
    } finally {
      wanted.set(false);
      server.close();
    }
  }

  private ChildServer start(Scratch scratch, List<String> command)
      throws IOException, InterruptedException {
    return ChildServer.start(command, scratch.path("server.log"), START_LIMIT);
  }

  private List<Thread> workers(Connections channels, AtomicBoolean wanted) {
    long pauseNanos = TimeUnit.SECONDS.toNanos(1) * connections / rate;
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      Thread worker =
          new Thread(
              new SoakWorker(channels.of(i), acknowledged, wanted::get, pauseNanos, broken),
              "caller-" + i);
      worker.setDaemon(true);
      worker.start();
      workers.add(worker);
    }
    return workers;
  }

  private long checkSome(Connections channels, Random random) {
    int keys = acknowledged.keys();
    int from = Math.max(0, keys - CHECKED_AFTER_A_CRASH);
    int old = keys <= CHECKED_AT_ONCE ? 0 : random.nextInt(keys - CHECKED_AT_ONCE);
    return check(channels, from, keys)
        + check(channels, old, Math.min(keys, old + CHECKED_AT_ONCE));
  }

  /** Asks for some keys; how many are not what was acknowledged. */
  private long check(Connections channels, int from, int to) {
    IdempotencyServiceBlockingStub stub = IdempotencyServiceGrpc.newBlockingStub(channels.of(0));
    long wrong = 0;
    for (int first = from; first < to; first += CHECKED_AT_ONCE) {
      int last = Math.min(to, first + CHECKED_AT_ONCE);
      List<Acknowledged.Known> known = new ArrayList<>();
      BatchRequest.Builder batch = BatchRequest.newBuilder();
      for (int key = first; key < last; key++) {
        // Noted before it is asked: what is acknowledged meanwhile is not missed.
        known.add(acknowledged.of(key));
        batch.addItems(
            BatchItem.newBuilder()
                .setGet(
                    GetRequest.newBuilder()
                        .setTenant(SoakWorker.TENANT)
                        .setKey(SoakWorker.keyOf(key))));
      }
      List<BatchResult> results =
          stub.withWaitForReady()
              .withDeadlineAfter(60, TimeUnit.SECONDS)
              .batch(batch.build())
              .getResultsList();
      for (int i = 0; i < results.size(); i++) {
        if (!isTrue(first + i, known.get(i), results.get(i))) {
          wrong++;
          System.err.println(
              SoakWorker.keyOf(first + i)
                  + ": acknowledged "
                  + known.get(i)
                  + ", found "
                  + results.get(i));
        }
      }
    }
    return wrong;
  }

  private static boolean isTrue(int key, Acknowledged.Known known, BatchResult found) {
    if (known.version() == 0) {
      return true;
    }
    if (found.hasError()) {
      return false;
    }
    Record record = found.getGet().getRecord();
    boolean result =
        record.getState() == State.STATE_SUCCEEDED
            && record.getResult().getPayload().equals(SoakWorker.resultOf(key));
    return record.getVersion() == known.version() && (result || !known.completed());
  }

  private void within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + " must be " + least + " to " + most + ", but is " + value);
    }
  }

  private void say(String name, String value) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%-32s %s%n", name, value);
    out.flush();
  }
}
