package dev.onceward.cli;

import com.google.protobuf.ByteString;
import dev.onceward.client.OperatorClient;
import dev.onceward.v1.FindByReferenceRequest;
import dev.onceward.v1.FindByReferenceResponse;
import dev.onceward.v1.Found;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code find}. */
@Command(
    name = "find",
    sortOptions = false,
    description = {
      "Finds the records that made an order, payment or ticket number, archived ones too.",
      "",
      "An archived record has no key any more, only the beginning of its SHA-256.",
      ""
    },
    footer = {"", "Example:", "  onceward find --tenant shop --reference O-501"})
final class FindCommand extends ListingCommand {
  @Mixin private final TenantOption tenant = new TenantOption();

  @Option(
      order = TenantOption.FIRST,
      names = "--reference",
      required = true,
      paramLabel = "TEXT",
      description = "The number, as complete, renew or resolve gave it.")
  private String reference = "";

  FindCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  Page page(OperatorClient client, int size, ByteString token) {
    FindByReferenceResponse page =
        client.findByReference(
            FindByReferenceRequest.newBuilder()
                .setTenant(tenant.tenant())
                .setReference(reference)
                .setPageSize(size)
                .setPageToken(token)
                .build());
    return new Page(page.getFoundList(), page.getNextPageToken());
  }

  @Override
  Consumer<List<Found>> printer() {
    return new RecordColumns(out(), moments())::print;
  }

  @Override
  String json(Found found) {
    return Json.line(found);
  }
}
