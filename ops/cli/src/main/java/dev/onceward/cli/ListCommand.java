package dev.onceward.cli;

import com.google.protobuf.ByteString;
import dev.onceward.client.OperatorClient;
import dev.onceward.v1.Found;
import dev.onceward.v1.ListRecordsRequest;
import dev.onceward.v1.ListRecordsResponse;
import dev.onceward.v1.State;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code list}. */
@Command(
    name = "list",
    sortOptions = false,
    description = {
      "Lists records that have been in one state for some time: stuck claims, open doubts.",
      "",
      "Oldest first within each part of the store, not among them all. SINCE is how long ago the record came into its"
          + " state. For programs there are --keys and --json, one record a line.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  onceward list --state processing --older-than 10m",
      "  onceward list --tenant shop --state in-doubt --json | jq -r '.references[]?'",
      "  onceward list --tenant shop --state in-doubt --keys |",
      "    while IFS= read -r key; do",
      "      onceward resolve --tenant shop --key \"$key\" --not-executed \\",
      "        --evidence \"the bank has no such payment\"",
      "    done"
    })
final class ListCommand extends ListingCommand {
  @Option(
      order = TenantOption.FIRST,
      names = "--tenant",
      paramLabel = "TENANT",
      description = {
        "Whose keys. Default: those of all tenants that you have a right to.",
        "Environment: ONCEWARD_TENANT"
      })
  private String tenant = "";

  @Option(
      order = TenantOption.FIRST,
      names = "--state",
      required = true,
      paramLabel = "STATE",
      description = "processing, in-doubt, failed-retryable, failed-final or succeeded.")
  private State state = State.STATE_UNSPECIFIED;

  @Option(
      names = "--older-than",
      paramLabel = "DURATION",
      description = "Only those that have been in the state for so long. Default: 0s.")
  private @Nullable Duration olderThan;

  @Option(names = "--keys", description = "Print only the keys, one a line. Needs --tenant.")
  private boolean keys;

  ListCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  Page page(OperatorClient client, int size, ByteString token) {
    ListRecordsRequest.Builder request =
        ListRecordsRequest.newBuilder()
            .setTenant(tenant)
            .setState(state)
            .setPageSize(size)
            .setPageToken(token);
    if (olderThan != null) {
      request.setOlderThan(DurationConverter.toProto(olderThan));
    }
    ListRecordsResponse page = client.listRecords(request.build());
    List<Found> found =
        page.getRecordsList().stream()
            .map(record -> Found.newBuilder().setRecord(record).build())
            .toList();
    return new Page(found, page.getNextPageToken());
  }

  @Override
  Consumer<List<Found>> printer() {
    if (!keys) {
      return new RecordColumns(out(), moments())::print;
    }
    if (tenant.isEmpty()) {
      throw wrongUsage("--keys needs --tenant: a key alone does not say whose it is");
    }
    return found -> found.forEach(each -> out().println(Text.line(each.getRecord().getKey())));
  }

  @Override
  String json(Found found) {
    return Json.line(found.getRecord());
  }
}
