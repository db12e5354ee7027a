package dev.onceward.cli;

import com.google.protobuf.ByteString;
import dev.onceward.cli.demo.DemoCommand;
import dev.onceward.server.StoreSpec;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.PayloadOmitted;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command of the jar: finds the subcommand, and turns every ending into an exit code. */
@Command(
    name = "onceward",
    description = "One business intent, one explainable result: the server, and its calls.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Exit codes: 0 answered, 1 refused or unanswered (why is on stderr), 2 wrong usage.",
      "",
      "A first try, in two terminals:",
      "  onceward serve --store rocks:data/try",
      "  onceward begin --tenant shop --key K-1 --operation order --request-digest 00"
    })
public final class Onceward implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private Onceward() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    // gRPC logs through java.util.logging: one line an entry, like ours.
    System.setProperty(
        "java.util.logging.SimpleFormatter.format", "%1$tFT%1$tT.%1$tL%1$tz %4$s %3$s %5$s%n");
    System.exit(commandLine(Surroundings.ofThisProcess()).execute(args));
  }

  static CommandLine commandLine(Surroundings surroundings) {
    CommandLine root =
        new CommandLine(new Onceward())
            .addSubcommand(new ServeCommand(surroundings))
            .addSubcommand(new BeginCommand(surroundings))
            .addSubcommand(new CompleteCommand(surroundings))
            .addSubcommand(new FailCommand(surroundings))
            .addSubcommand(new RenewCommand(surroundings))
            .addSubcommand(new GetCommand(surroundings))
            .addSubcommand(new DemoCommand());
    root.getSubcommands().values().forEach(Onceward::addHelp);
    return root.registerConverter(Duration.class, new DurationConverter())
        .registerConverter(ByteString.class, new BytesConverter())
        .registerConverter(LeaseExpiry.class, new Words.LeaseExpiryConverter())
        .registerConverter(FailureKind.class, new Words.FailureKindConverter())
        .registerConverter(PayloadOmitted.class, new Words.PayloadOmittedConverter())
        .registerConverter(StoreSpec.class, new StoreConverter())
        // @FILE is the bytes of a file here, not a file of arguments.
        .setExpandAtFiles(false)
        .setUsageHelpAutoWidth(true)
        .setDefaultValueProvider(new EnvironmentDefaults(surroundings.environment()))
        .setParameterExceptionHandler(Endings::wrongUsage)
        .setExecutionExceptionHandler(Endings::failed);
  }

  private static void addHelp(CommandLine command) {
    command.getCommandSpec().addMixin("help", CommandSpec.forAnnotatedObject(new HelpOption()));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a COMMAND is missing");
  }
}
