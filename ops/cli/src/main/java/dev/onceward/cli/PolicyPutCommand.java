package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import dev.onceward.client.OperatorClient;
import dev.onceward.v1.GetPolicyRequest;
import dev.onceward.v1.GetPolicyResponse;
import dev.onceward.v1.Policy;
import dev.onceward.v1.PutPolicyRequest;
import dev.onceward.v1.PutPolicyResponse;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code policy put}. */
@Command(
    name = "put",
    sortOptions = false,
    description = {
      "Changes a tenant's policy. What is not given stays as it is; with --defaults it goes back to its default.",
      "",
      "The four windows are counted from when a record finished. Longer ones hold for all records; shorter ones only for"
          + " those that finish from now on. A window that does not cover the declared sources of duplicates is refused.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  onceward policy put --tenant shop --replay-window 30d \\",
      "    --dead-letter-replay 7d \\",
      "    --evidence \"dead letters may now be played again for a week\""
    })
final class PolicyPutCommand extends CallCommand<PutPolicyResponse> {
  @Mixin private final TenantOption tenant = new TenantOption();
  @Mixin private final PolicyOptions policy = new PolicyOptions();

  @Option(names = "--defaults", description = "Begin from the defaults, not from what is in force.")
  private boolean defaults;

  @Mixin private final EvidenceOptions evidence = new EvidenceOptions();

  @Option(
      names = "--expected-revision",
      paramLabel = "NUMBER",
      description = {
        "Refuse unless the policy's revision is still this one, as you saw it.",
        "Default: the policy is read first, and its revision told on stderr."
      })
  private @Nullable Long expectedRevision;

  PolicyPutCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  PutPolicyResponse send(OncewardClient client) {
    OperatorClient operator = client.operator();
    GetPolicyResponse present =
        operator.getPolicy(GetPolicyRequest.newBuilder().setTenant(tenant.tenant()).build());
    if (expectedRevision == null) {
      err().println("onceward: read just now: revision " + present.getRevision());
      err().flush();
    }
    Policy base = defaults ? Policy.getDefaultInstance() : present.getPolicy();
    return operator.putPolicy(
        PutPolicyRequest.newBuilder()
            .setTenant(tenant.tenant())
            .setPolicy(policy.over(base))
            .setExpectedRevision(
                expectedRevision == null ? present.getRevision() : expectedRevision)
            .setWho(evidence.who())
            .setEvidence(evidence.evidence())
            .build());
  }

  @Override
  void show(PutPolicyResponse response, Table table) {
    new PolicyRows(moments()).add(response.getPolicy(), table);
    table.row("revision", Long.toString(response.getRevision()));
  }
}
