package dev.onceward.bench;

import dev.onceward.server.ServerStartException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ops/bench/run}. */
@Command(
    name = "ops/bench/run",
    sortOptions = false,
    subcommands = {MemoryCommand.class, SizeCommand.class, SoakCommand.class, NullServer.class},
    customSynopsis = {
      "ops/bench/run [SCENARIO ...] [--target HOST:PORT] [--seconds N]",
      "                     [--connections N] [--concurrency N] [--runs N] [--json FILE]",
      "       ops/bench/run memory [--records N]",
      "       ops/bench/run size [--records N] [--seconds N]"
    },
    description = {
      "Measures Onceward against what it is made of, on this machine: a closed loop, in which each slot sends its next "
          + "command when the last was answered.",
      "",
      "Starts its own server on a free port with an empty store, unless --target names one, and stops it at the end.",
      ""
    },
    footerHeading = "%nScenarios (default: all):%n",
    footer = {
      "",
      "ops/s counts commands. '/ null' is the part of a bare gRPC call's throughput, '/ store' that of the bare lanes.",
      "Exit codes: 0 measured, 1 there were errors, 2 wrong usage."
    })
public final class Bench implements Callable<Integer> {
  private static final int MEASURED = 0;
  private static final int HAD_ERRORS = 1;
  private static final int WRONG_USAGE = 2;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "0..*", paramLabel = "SCENARIO", description = "What to run; see below.")
  private List<String> asked = List.of();

  @Option(
      names = "--target",
      paramLabel = "HOST:PORT",
      description = "Load this server, in plaintext, instead of one of our own.")
  private @Nullable String target;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "5",
      description = "How long each scenario is measured, 1 to 600. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Seconds of load before that, and of each scenario before the first, 0 to 60. Default: ${DEFAULT-VALUE}.")
  private int warmUpSeconds;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "Connections that the calls are spread over, 1 to 64. Default: ${DEFAULT-VALUE}.")
  private int connections;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "256",
      description = "Commands in flight, 1 to 8192. Default: ${DEFAULT-VALUE}.")
  private int concurrency;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Run all scenarios so many times in turn, 1 to 20, and report the medians. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the results to this file, too.")
  private @Nullable Path json;

  private Bench() {}

  /** Runs and exits. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine bench = new CommandLine(new Bench());
    bench.setUsageHelpAutoWidth(true);
    bench.setParameterExceptionHandler(Bench::wrongUsage);
    addHelp(bench);
    bench.getSubcommands().values().forEach(Bench::addHelp);
    bench.getCommandSpec().usageMessage().footer(footer(bench));
    return bench;
  }

  private static int wrongUsage(ParameterException failure, String[] args) {
    PrintWriter err = failure.getCommandLine().getErr();
    err.println("bench: " + failure.getMessage());
    err.println("Try: ops/bench/run --help");
    return WRONG_USAGE;
  }

  private static void addHelp(CommandLine command) {
    command.getCommandSpec().addMixin("help", CommandSpec.forAnnotatedObject(new HelpOption()));
  }

  private static String[] footer(CommandLine bench) {
    List<String> lines =
        Arrays.stream(Scenario.values())
            .map(s -> String.format("  %-15s %s", s.label(), s.description()))
            .toList();
    String[] rest = bench.getCommandSpec().usageMessage().footer();
    return Stream.concat(lines.stream(), Arrays.stream(rest)).toArray(String[]::new);
  }

  @Override
  public Integer call()
      throws IOException, InterruptedException, RocksDBException, ServerStartException {
    List<Scenario> scenarios = scenarios();
    within("--seconds", seconds, 1, 600);
    within("--warm-up", warmUpSeconds, 0, 60);
    within("--connections", connections, 1, 64);
    within("--concurrency", concurrency, 1, 8192);
    within("--runs", runs, 1, 20);
    Rounds.Size size =
        new Rounds.Size(
            runs,
            Duration.ofSeconds(warmUpSeconds),
            Duration.ofSeconds(seconds),
            connections,
            concurrency);
    Results results;
    try (Scratch scratch = new Scratch();
        Peers peers = new Peers(scratch, Optional.ofNullable(target))) {
      results = new Rounds(scenarios, size, peers, scratch).run(System.err, Progress.onTerminal());
    }
    ResultTable.print(results, spec.commandLine().getOut());
    if (json != null) {
      Files.writeString(json, ResultJson.of(results));
    }
    return results.hasErrors() ? HAD_ERRORS : MEASURED;
  }

  private List<Scenario> scenarios() {
    try {
      return Scenario.chosen(asked.stream().map(Scenario::parse).toList());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private void within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + " must be " + least + " to " + most + ", but is " + value);
    }
  }
}
