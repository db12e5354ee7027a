package dev.onceward.bench;

import dev.onceward.v1.Decision;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code size}. */
@Command(
    name = "size",
    sortOptions = false,
    description = {
      "Tells what a Begin and a Get cost on a small store and on a large one, on the same server in one run: it loads "
          + "10,000 records, measures at 1,000 calls a second, loads up to the number asked for, and measures again.",
      ""
    })
final class SizeCommand implements Callable<Integer> {
  private static final int MEASURED = 0;
  private static final int HAD_ERRORS = 1;
  private static final long SMALL = 10_000;

  /** Far from what the server can do, so that a call's own time is seen and no queue's. */
  private static final int CALLS_PER_SECOND = 1_000;

  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration LOAD_LIMIT = Duration.ofMinutes(60);
  private static final Duration WARM_UP = Duration.ofSeconds(5);

  /** What the store still does after a load, it does under reads that are not measured. */
  private static final Duration SETTLING = Duration.ofSeconds(15);

  @Spec private CommandSpec spec = CommandSpec.create();
  private final Requests requests = new Requests("size");
  private boolean errors;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "The size of the large store, 100000 to 20000000. Default: ${DEFAULT-VALUE}.")
  private long records;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "5",
      description = "How long each call is measured, 1 to 600. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  /**
   * Keeps the server from compiling itself ever better: what is measured first would be measured on
   * slower code.
   */
  private static final String SAME_CODE = "-XX:TieredStopAtLevel=1";

  /** Medians, in microseconds. */
  private record Medians(double begin, double get) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (records < 100_000 || records > 20_000_000) {
      throw new ParameterException(spec.commandLine(), "--records must be 100000 to 20000000");
    }
    if (seconds < 1 || seconds > 600) {
      throw new ParameterException(spec.commandLine(), "--seconds must be 1 to 600");
    }
    try (Scratch scratch = new Scratch()) {
      List<String> command = Peers.serve(scratch.path("records"), List.of(SAME_CODE));
      Path log = scratch.path("server.log");
      try (ChildServer server = ChildServer.start(command, log, START_LIMIT);
          Connections connections = Connections.to(server.grpcAddress(), BulkLoad.CALLERS)) {
        Medians small = measured(connections, 0, SMALL);
        Medians large = measured(connections, SMALL, records);
        tell("", "Begin p50", "Get p50");
        tell(count(SMALL) + " records", micros(small.begin), micros(small.get));
        tell(count(records) + " records", micros(large.begin), micros(large.get));
        tell("ratio", ratio(large.begin, small.begin), ratio(large.get, small.get));
      }
    }
    return errors ? HAD_ERRORS : MEASURED;
  }

  private Medians measured(Connections connections, long present, long wanted)
      throws IOException, InterruptedException {
    Progress loading =
        new Progress(System.err, Progress.onTerminal(), "loading " + count(wanted), 1);
    new BulkLoad(connections, requests, wanted - present).run(LOAD_LIMIT, loading);
    loading.clear();
    paced(slot -> Trips.get(connections.of(slot), requests), SETTLING);
    double begin =
        median(
            "Begin",
            slot ->
                Trips.begin(connections.of(slot), requests::newBegin, Decision.DECISION_EXECUTE));
    double get = median("Get", slot -> Trips.get(connections.of(slot), requests));
    return new Medians(begin, get);
  }

  private double median(String name, IntFunction<RoundTrip> trips) throws InterruptedException {
    paced(trips, WARM_UP);
    Window window = paced(trips, Duration.ofSeconds(seconds));
    window.messages().forEach(message -> System.err.println(name + ": " + message));
    errors |= window.errors() > 0;
    return window.micros(50);
  }

  private static Window paced(IntFunction<RoundTrip> trips, Duration time)
      throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    return new PacedLoop(CALLS_PER_SECOND, trips).run(() -> System.nanoTime() < end);
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String micros(double value) {
    return String.format(Locale.ROOT, "%,.0f µs", value);
  }

  private static String ratio(double large, double small) {
    return String.format(Locale.ROOT, "%.2f", large / small);
  }

  private void tell(String name, String begin, String get) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%-22s %12s %12s%n", name, begin, get);
    out.flush();
  }
}
