package dev.onceward.cli;

import dev.onceward.server.InvalidConfigException;
import dev.onceward.server.ServerConfig;
import dev.onceward.server.ServerStartException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code serve}. */
@Command(
    name = "serve",
    sortOptions = false,
    description = {
      "Runs the server until SIGTERM or Ctrl-C, then lets the calls under way end and exits 0.",
      "",
      "Prints on stdout, once it answers: onceward ready grpc=HOST:PORT http=HOST:PORT. Logs go to stderr.",
      ""
    },
    footer = {
      "",
      "Example, for one machine:",
      "  onceward serve --store rocks:data/onceward",
      "Example, for callers on other machines:",
      "  onceward serve --store fdb:/etc/foundationdb/fdb.cluster --host 0.0.0.0 \\",
      "    --tls-cert server.pem --tls-key server.key --credentials-file credentials"
    })
final class ServeCommand implements Callable<Integer> {
  private static final int DRAINED = 0;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private final ServeOptions options = new ServeOptions();

  private final Surroundings surroundings;

  ServeCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws ServerStartException, InterruptedException {
    Surroundings.Running server = surroundings.launcher().start(config());
    // Before anybody is told that it runs, so that whoever was told may also stop it.
    surroundings.lifetime().atEnd(server::drain);
    PrintWriter out = spec.commandLine().getOut();
    out.println("onceward ready grpc=" + server.grpcAddress() + " http=" + server.httpAddress());
    out.flush();
    surroundings.lifetime().await();
    return DRAINED;
  }

  private ServerConfig config() {
    try {
      return options.config();
    } catch (InvalidConfigException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
