package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import dev.onceward.v1.GetPolicyRequest;
import dev.onceward.v1.GetPolicyResponse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code policy get}. */
@Command(
    name = "get",
    sortOptions = false,
    description = {"Reads a tenant's policy, every field of it, and what is frozen.", ""},
    footer = {"", "Example:", "  onceward policy get --tenant shop"})
final class PolicyGetCommand extends CallCommand<GetPolicyResponse> {
  @Mixin private final TenantOption tenant = new TenantOption();

  PolicyGetCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  GetPolicyResponse send(OncewardClient client) {
    return client
        .operator()
        .getPolicy(GetPolicyRequest.newBuilder().setTenant(tenant.tenant()).build());
  }

  @Override
  void show(GetPolicyResponse response, Table table) {
    PolicyRows rows = new PolicyRows(moments());
    rows.add(response.getPolicy(), table);
    rows.add(response.getFreezesList(), table);
    table.row(
        "revision",
        response.getRevision() == 0
            ? "0: nothing was ever laid down, these are the defaults"
            : Long.toString(response.getRevision()));
  }
}
