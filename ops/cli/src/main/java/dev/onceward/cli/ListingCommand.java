package dev.onceward.cli;

import com.google.protobuf.ByteString;
import dev.onceward.client.OncewardClient;
import dev.onceward.client.OperatorClient;
import dev.onceward.v1.Found;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** A command that shows many records, page by page as they come. */
abstract class ListingCommand extends ConnectedCommand {
  private static final int PAGE_MAX = 200;

  @Option(
      order = ConnectOptions.LAST,
      names = "--limit",
      paramLabel = "NUMBER",
      defaultValue = "1000",
      description = "How many records to show at most. Default: ${DEFAULT-VALUE}.")
  private int limit;

  @Option(
      order = ConnectOptions.LAST,
      names = "--json",
      description =
          "Print one line of proto3 JSON for each record, with the contract's field names.")
  private boolean json;

  ListingCommand(Surroundings surroundings) {
    super(surroundings);
  }

  /** A page of what is shown. */
  record Page(List<Found> found, ByteString next) {}

  /** Fetches a page of at most {@code size} records. */
  abstract Page page(OperatorClient client, int size, ByteString token);

  /** How records are printed without --json. */
  abstract Consumer<List<Found>> printer();

  /** A record as --json prints it. */
  abstract String json(Found found);

  @Override
  final int run(OncewardClient client) {
    if (limit < 1) {
      throw wrongUsage("--limit must be at least 1");
    }
    Consumer<List<Found>> printer = json ? this::printJson : printer();
    ByteString token = ByteString.EMPTY;
    int shown = 0;
    do {
      Page page = page(client.operator(), Math.min(limit - shown, PAGE_MAX), token);
      printer.accept(page.found());
      shown += page.found().size();
      token = page.next();
      // Whoever reads the output may have seen enough: head, or a pager.
    } while (!token.isEmpty() && shown < limit && !out().checkError());
    if (shown == 0) {
      err().println("onceward: there is none");
    } else if (!token.isEmpty() && shown >= limit) {
      err().println("onceward: the first " + shown + "; for more give a higher --limit");
    }
    return ANSWERED;
  }

  private void printJson(List<Found> found) {
    found.forEach(each -> out().println(json(each)));
  }
}
