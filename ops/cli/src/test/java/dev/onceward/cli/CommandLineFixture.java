package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import dev.onceward.server.ServerConfig;
import dev.onceward.server.ServerStartException;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The command in surroundings of a test's own: a fake service, a fixed clock, a server that is only
 * noted.
 */
final class CommandLineFixture implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-07-30T12:00:00Z");

  final Answers service = new Answers();
  boolean terminal;
  final Map<String, String> environment = new HashMap<>();
  final List<ServerConfig> started = new ArrayList<>();
  final List<String> happened = new ArrayList<>();
  private final Server server;
  private final ManagedChannel channel;

  CommandLineFixture() throws IOException {
    String name = InProcessServerBuilder.generateName();
    server =
        InProcessServerBuilder.forName(name)
            .addService(new FakeService(service))
            .addService(new FakeOperatorService(service))
            .build()
            .start();
    channel = InProcessChannelBuilder.forName(name).build();
  }

  /** What one run of the command left behind. */
  record Run(int exitCode, String out, String err) {}

  /** Runs {@code line}, cut at blanks. */
  Run run(String line) {
    return run(line.split(" +"));
  }

  Run run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(args);
    return new Run(code, out.toString(), err.toString());
  }

  /** Runs a call of the key K-1, with more arguments. */
  Run call(String command, String... more) {
    List<String> args = new ArrayList<>(List.of(command, "--tenant", "shop", "--key", "K-1"));
    args.addAll(Arrays.asList(more));
    return run(args.toArray(String[]::new));
  }

  CommandLine commandLine() {
    return Onceward.commandLine(
        new Surroundings(
            environment,
            Clock.fixed(NOW, ZoneOffset.ofHours(2)),
            terminal,
            settings -> OncewardClient.builder().channel(channel).build(),
            this::start,
            new Ends()));
  }

  /** The options and texts of one command, as {@code policy put}. */
  CommandSpec spec(String command) {
    CommandLine found = commandLine();
    for (String name : command.split(" ", -1)) {
      found = Objects.requireNonNull(found.getSubcommands().get(name));
    }
    return found.getCommandSpec();
  }

  private Surroundings.Running start(ServerConfig config) throws ServerStartException {
    if (config.root().equals("unstartable")) {
      throw new ServerStartException("the directory is in use", new IOException("lock"));
    }
    started.add(config);
    return new Noted();
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  private final class Noted implements Surroundings.Running {
    @Override
    public String grpcAddress() {
      return "127.0.0.1:40001";
    }

    @Override
    public String httpAddress() {
      return "127.0.0.1:40002";
    }

    @Override
    public void drain() {
      happened.add("drained");
    }
  }

  /** A lifetime that is over as soon as somebody waits for its end. */
  private final class Ends implements Surroundings.Lifetime {
    private final List<Runnable> atEnd = new ArrayList<>();

    @Override
    public void atEnd(Runnable drain) {
      happened.add("end prepared");
      atEnd.add(drain);
    }

    @Override
    public void await() {
      atEnd.forEach(Runnable::run);
    }
  }
}
