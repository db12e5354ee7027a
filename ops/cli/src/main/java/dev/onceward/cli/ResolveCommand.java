package dev.onceward.cli;

import dev.onceward.client.OperatorClient;
import dev.onceward.v1.NotExecuted;
import dev.onceward.v1.ResolveRequest;
import dev.onceward.v1.ResolveResponse;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code resolve}. */
@Command(
    name = "resolve",
    sortOptions = false,
    description = {
      "Settles a key that is IN_DOUBT by what you have found out.",
      "",
      "--succeeded: the effect happened; give its result and its numbers, and whoever asks again gets them."
          + " --failed-final: it did not happen and must not be tried again. --not-executed: it did not happen, and the"
          + " next begin may try again.",
      "",
      "Safe to repeat: the same outcome gets the same answer, another one is refused.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  onceward resolve --tenant shop --key K-8842 --succeeded \\",
      "    --payload-text O-501 --reference O-501 \\",
      "    --evidence \"order O-501 is in the order table\"",
      "  onceward resolve --tenant shop --key K-8842 --not-executed \\",
      "    --evidence \"the bank has no such payment\""
    })
final class ResolveCommand extends InterventionCommand<ResolveResponse> {
  @ArgGroup(exclusive = true, multiplicity = "1")
  private Outcome outcome = new Outcome();

  private static final class Outcome {
    @Option(
        names = "--succeeded",
        required = true,
        description = "The effect happened; the result is given by the --payload options.")
    private boolean succeeded;

    @Option(
        names = "--failed-final",
        required = true,
        description = "It did not happen, and is not to be tried again.")
    private boolean failedFinal;

    @Option(
        names = "--not-executed",
        required = true,
        description = "It did not happen; the next begin may claim.")
    private boolean notExecuted;
  }

  @Mixin private final ResultOptions result = new ResultOptions();

  @Option(
      names = "--reference",
      paramLabel = "TEXT",
      description = "succeeded only: a number to find the record by. May be given 16 times.")
  private List<String> references = new ArrayList<>();

  @Mixin private final FailureOptions failure = new FailureOptions();

  ResolveCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  void check() {
    if (!outcome.succeeded && !references.isEmpty()) {
      throw wrongUsage("--reference goes with --succeeded");
    }
    if (!outcome.failedFinal && failure.isGiven()) {
      throw wrongUsage("--code and --message go with --failed-final");
    }
    if (outcome.failedFinal && result.isWithheld()) {
      throw wrongUsage("a failure's payload cannot be omitted: --payload or --payload-text");
    }
    if (outcome.notExecuted && result.isGiven()) {
      throw wrongUsage("--not-executed has no result");
    }
  }

  @Override
  ResolveResponse intervene(OperatorClient client, long revision) {
    ResolveRequest.Builder request =
        ResolveRequest.newBuilder()
            .setTenant(tenant())
            .setKey(key())
            .setExpectedRevision(revision)
            .setWho(who())
            .setEvidence(evidence())
            .addAllReferences(references);
    if (outcome.succeeded) {
      request.setSucceeded(result.result());
    } else if (outcome.failedFinal) {
      request.setFailedFinal(failure.with(result.payload()));
    } else {
      request.setNotExecuted(NotExecuted.getDefaultInstance());
    }
    return client.resolve(request.build());
  }

  @Override
  void show(ResolveResponse response, Table table) {
    show(response.getRecord(), table);
  }
}
