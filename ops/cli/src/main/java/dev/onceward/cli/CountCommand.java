package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import dev.onceward.v1.CountStatesRequest;
import dev.onceward.v1.CountStatesResponse;
import dev.onceward.v1.StateCount;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code count}. */
@Command(
    name = "count",
    sortOptions = false,
    description = {
      "Counts a tenant's records by state, exactly, at one moment.",
      "",
      "A lease that has just ended counts as PROCESSING until the next sweep. ARCHIVED are the keys that are known only"
          + " as a fingerprint; --json leaves them out.",
      ""
    },
    footer = {"", "Example:", "  onceward count --tenant shop --json"})
final class CountCommand extends ConnectedCommand {
  @Mixin private final TenantOption tenant = new TenantOption();

  @Option(
      order = ConnectOptions.LAST,
      names = "--json",
      description = "Print one line of JSON: each of the five states and its count.")
  private boolean json;

  CountCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(OncewardClient client) {
    CountStatesResponse counts =
        client
            .operator()
            .countStates(CountStatesRequest.newBuilder().setTenant(tenant.tenant()).build());
    if (json) {
      out().println(json(counts));
    } else {
      table(counts).print(out());
    }
    return ANSWERED;
  }

  private static String json(CountStatesResponse counts) {
    return counts.getStatesList().stream()
        .map(count -> "\"" + state(count) + "\": " + count.getCount())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private Table table(CountStatesResponse counts) {
    Table table = new Table();
    counts
        .getStatesList()
        .forEach(count -> table.row(state(count), Long.toString(count.getCount())));
    table.row("ARCHIVED", Long.toString(counts.getArchived()));
    if (counts.hasAsOf()) {
      table.row("as of", moments().plain(counts.getAsOf()));
    }
    return table;
  }

  private static String state(StateCount count) {
    return RecordRows.word(count.getState(), "STATE_");
  }
}
