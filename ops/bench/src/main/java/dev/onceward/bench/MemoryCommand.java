package dev.onceward.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code memory}. */
@Command(
    name = "memory",
    sortOptions = false,
    description = {
      "Loads records into a server whose heap is 1 GB, over RocksDB, and tells what they cost: records a second, heap, "
          + "memory of the process, and how long the server takes to start with them.",
      ""
    })
final class MemoryCommand implements Callable<Integer> {
  private static final int LOADED = 0;
  private static final Duration LOAD_LIMIT = Duration.ofMinutes(20);
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "How many, 64 to 10000000. Default: ${DEFAULT-VALUE}.")
  private int records;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (records < Requests.BATCH_ITEMS || records > 10_000_000) {
      throw new ParameterException(spec.commandLine(), "--records must be 64 to 10000000");
    }
    try (Scratch scratch = new Scratch()) {
      Path directory = scratch.path("records");
      try (ChildServer server = start(scratch, directory)) {
        load(server);
        ProcessMemory memory = ProcessMemory.of(server);
        say("heap used, after a collection", memory.heapUsed());
        say("memory of the process (RSS)", memory.resident());
      }
      try (ChildServer server = start(scratch, directory)) {
        say("start with these records", seconds(server.startTime()));
      }
    }
    return LOADED;
  }

  private static ChildServer start(Scratch scratch, Path directory)
      throws IOException, InterruptedException {
    List<String> command = Peers.serve(directory, List.of("-Xmx1g"));
    return ChildServer.start(command, scratch.path("server.log"), START_LIMIT);
  }

  private void load(ChildServer server) throws InterruptedException, IOException {
    Progress progress = new Progress(System.err, Progress.onTerminal(), "loading", 1);
    try (Connections connections = Connections.to(server.grpcAddress(), BulkLoad.CALLERS)) {
      Duration took =
          new BulkLoad(connections, new Requests("memory"), records).run(LOAD_LIMIT, progress);
      progress.clear();
      double perSecond = records * 1e9 / took.toNanos();
      say("records", String.format(Locale.ROOT, "%,d", records));
      say("loaded in", seconds(took));
      say("records a second", String.format(Locale.ROOT, "%,.0f", perSecond));
    }
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
  }

  private void say(String name, String value) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%-32s %12s%n", name, value);
    out.flush();
  }
}
