package dev.onceward.cli;

import com.google.protobuf.Message;
import dev.onceward.client.OncewardClient;
import dev.onceward.client.OperatorClient;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.Record;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A command by which an operator changes one record, unless somebody else has changed it since it
 * was looked at.
 */
abstract class InterventionCommand<R extends Message> extends KeyCommand<R> {
  @Mixin private final EvidenceOptions evidence = new EvidenceOptions();

  @Option(
      names = "--expected-revision",
      paramLabel = "NUMBER",
      description = {
        "Refuse unless the record's revision is still this one, as you saw it.",
        "Default: the record is read first, and told on stderr."
      })
  private @Nullable Long expectedRevision;

  InterventionCommand(Surroundings surroundings) {
    super(surroundings);
  }

  /** Refuses options that do not go together, before anything is sent. */
  void check() {}

  /** Makes the call. */
  abstract R intervene(OperatorClient client, long revision);

  final String who() {
    return evidence.who();
  }

  final String evidence() {
    return evidence.evidence();
  }

  @Override
  final R send(OncewardClient client) {
    check();
    long revision = expectedRevision == null ? readNow(client) : expectedRevision;
    return intervene(client.operator(), revision);
  }

  private long readNow(OncewardClient client) {
    GetRequest get =
        GetRequest.newBuilder().setTenant(tenant()).setKey(key()).setWithoutPayload(true).build();
    Record seen = client.blocking().get(get).getRecord();
    err().println("onceward: read just now: " + Text.line(summary(seen)));
    err().flush();
    return seen.getRevision();
  }

  private String summary(Record seen) {
    return "revision "
        + seen.getRevision()
        + ", "
        + RecordRows.word(seen.getState(), "STATE_")
        + (seen.getOperation().isEmpty() ? "" : ", " + seen.getOperation())
        + (seen.hasClaimedAt() ? ", claimed " + moments().withDistance(seen.getClaimedAt()) : "")
        + (seen.getOwner().isEmpty() ? "" : " by " + seen.getOwner());
  }
}
