package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import dev.onceward.client.OncewardException;
import dev.onceward.v1.Difference;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code audit}. */
@Command(
    name = "audit",
    sortOptions = false,
    description = {
      "Compares every index row and counter of the store with what follows from its records, while the store is in use.",
      "",
      "Prints each difference. Exits 0 when there is none, else 1. The work is done in small steps; what was interrupted"
          + " can go on with --from-bucket.",
      "",
      "--repair first shows what it would set right. Only with --yes it then does: missing rows are written, stray ones"
          + " removed, counters corrected. What cannot be read is never touched.",
      ""
    },
    footer = {"", "Examples:", "  onceward audit --json", "  onceward audit --repair --yes"})
final class AuditCommand extends ConnectedCommand {
  private static final int DIFFERENT = 1;

  @Option(
      names = "--from-bucket",
      paramLabel = "NUMBER",
      defaultValue = "0",
      description = "Where to begin: a store has 64 buckets or more. Default: ${DEFAULT-VALUE}.")
  private int fromBucket;

  @Option(
      names = "--repair",
      description = "Set right what is wrong; alone, only show what would be done.")
  private boolean repair;

  @Option(names = "--yes", description = "With --repair: really do it.")
  private boolean yes;

  @Option(
      names = "--progress",
      description = "Show a progress bar on stderr, even where that is not a terminal.")
  private boolean progress;

  @Option(
      order = ConnectOptions.LAST,
      names = "--json",
      description = {
        "Print one line of JSON: how many records were audited, and how many differences there are.",
        "The differences themselves then go to stderr."
      })
  private boolean json;

  AuditCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(OncewardClient client) {
    if (yes && !repair) {
      throw wrongUsage("--yes goes with --repair");
    }
    Audit dry = pass(client, false);
    if (dry.differences() == 0 || !repair) {
      return conclude(dry, dry.differences());
    }
    if (!yes) {
      err().println("onceward: nothing was changed; to set this right: --repair --yes");
      return conclude(dry, dry.differences());
    }
    Audit wet = pass(client, true);
    err().println("onceward: set right " + wet.repaired() + " of " + wet.told());
    return conclude(wet, wet.differences() - wet.repaired());
  }

  private Audit pass(OncewardClient client, boolean repairing) {
    ProgressBar bar = new ProgressBar(err(), progress || surroundings().terminal());
    // What is repaired was already printed when it was found.
    Audit audit = new Audit(client.operator(), bar, repairing ? difference -> {} : this::print);
    try {
      audit.run(fromBucket, repairing);
    } catch (OncewardException failed) {
      err().println("onceward: stopped; to go on: --from-bucket " + audit.bucket());
      throw failed;
    }
    return audit;
  }

  private void print(Difference difference) {
    PrintWriter to = json ? err() : out();
    to.println(
        RecordRows.word(difference.getKind(), "DIFFERENCE_KIND_")
            + "  bucket "
            + difference.getBucket()
            + "  "
            + Text.line(difference.getRow()));
    to.flush();
  }

  private int conclude(Audit audit, long remaining) {
    if (json) {
      out().println("{\"records\": " + audit.records() + ", \"differences\": " + remaining + "}");
    } else {
      Table table = new Table();
      table.row("records", Long.toString(audit.records()));
      table.row("other rows", Long.toString(audit.rows()));
      table.row("differences", Long.toString(remaining));
      table.print(out());
    }
    return remaining == 0 ? ANSWERED : DIFFERENT;
  }
}
