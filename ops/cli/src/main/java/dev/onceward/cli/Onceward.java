package dev.onceward.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import com.google.protobuf.ByteString;
import dev.onceward.cli.demo.DemoCommand;
import dev.onceward.server.StoreSpec;
import dev.onceward.v1.AfterArchive;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.State;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
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
    commandListHeading = "",
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
    // UTF-8 whatever the locale, for a key that is piped on must be the same key; and straight to
    // the stream, whose errors tell that nobody reads any more.
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    System.exit(commandLine(Surroundings.ofThisProcess()).setOut(out).execute(args));
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
            .addSubcommand(new CountCommand(surroundings))
            .addSubcommand(new ListCommand(surroundings))
            .addSubcommand(new FindCommand(surroundings))
            .addSubcommand(new AuditCommand(surroundings))
            .addSubcommand(new HoldCommand(surroundings))
            .addSubcommand(new ReleaseCommand(surroundings))
            .addSubcommand(new FreezeCommand(surroundings))
            .addSubcommand(new UnfreezeCommand(surroundings))
            .addSubcommand(new ResolveCommand(surroundings))
            .addSubcommand(new ForceExpireCommand(surroundings))
            .addSubcommand(new RedactCommand(surroundings))
            .addSubcommand(policy(surroundings))
            .addSubcommand(new DemoCommand());
    root.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, new CommandGroups());
    addHelp(root);
    return configured(root, surroundings);
  }

  private static CommandLine policy(Surroundings surroundings) {
    return new CommandLine(new PolicyCommand())
        .addSubcommand(new PolicyGetCommand(surroundings))
        .addSubcommand(new PolicyPutCommand(surroundings));
  }

  private static CommandLine configured(CommandLine root, Surroundings surroundings) {
    return root.registerConverter(Duration.class, new DurationConverter())
        .registerConverter(ByteString.class, new BytesConverter())
        .registerConverter(LeaseExpiry.class, new Words.LeaseExpiryConverter())
        .registerConverter(FailureKind.class, new Words.FailureKindConverter())
        .registerConverter(PayloadOmitted.class, new Words.PayloadOmittedConverter())
        .registerConverter(State.class, new Words.StateConverter())
        .registerConverter(AfterArchive.class, new Words.AfterArchiveConverter())
        .registerConverter(Instant.class, new MomentConverter(surroundings.clock()))
        .registerConverter(StoreSpec.class, new StoreConverter())
        // @FILE is the bytes of a file here, not a file of arguments.
        .setExpandAtFiles(false)
        .setUsageHelpAutoWidth(true)
        .setDefaultValueProvider(new EnvironmentDefaults(surroundings.environment()))
        .setParameterExceptionHandler(Endings::wrongUsage)
        .setExecutionExceptionHandler(Endings::failed);
  }

  private static void addHelp(CommandLine parent) {
    for (CommandLine command : parent.getSubcommands().values()) {
      command.getCommandSpec().addMixin("help", CommandSpec.forAnnotatedObject(new HelpOption()));
      addHelp(command);
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a COMMAND is missing");
  }
}
