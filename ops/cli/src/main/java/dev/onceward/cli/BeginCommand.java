package dev.onceward.cli;

import com.google.protobuf.ByteString;
import dev.onceward.client.AttemptId;
import dev.onceward.client.OncewardClient;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.Decision;
import dev.onceward.v1.LeaseExpiry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code begin}. */
@Command(
    name = "begin",
    sortOptions = false,
    description = {
      "Claims a key for one attempt, or tells what became of it.",
      "",
      "Call it before the side effect. The decision says what to do next: EXECUTE (do the work, then complete or fail),"
          + " IN_PROGRESS (another attempt is at it), REPLAY (it is done: here is the result), RETRY_LATER (it failed and"
          + " may be tried later), IN_DOUBT (an attempt may have had its effect: find out first).",
      ""
    },
    footer = {
      "",
      "Example:",
      "  onceward begin --tenant shop --key K-8842 --operation order.create \\",
      "    --request-digest @request.sha256 --lease 30s --wait 5s"
    })
final class BeginCommand extends KeyCommand<BeginResponse> {
  @Option(
      names = "--operation",
      required = true,
      paramLabel = "NAME",
      description =
          "What is done under the key, for example order.create; the same for all attempts.")
  private String operation = "";

  @Option(
      names = "--request-digest",
      required = true,
      paramLabel = "BYTES",
      description = {
        "A digest of the request's parameters, 1 to 64 bytes; the same for all attempts.",
        "BYTES are hexadecimal digits, or @FILE for the bytes of a file."
      })
  private ByteString requestDigest = ByteString.EMPTY;

  @Option(
      names = "--alternate-digest",
      paramLabel = "BYTES",
      description = "The same request digested by another recipe. May be given 3 times.")
  private List<ByteString> alternateDigests = new ArrayList<>();

  @Option(
      names = "--attempt-id",
      paramLabel = "TEXT",
      description = {
        "The attempt's random nonce, 16 to 64 bytes; give the same to send one attempt again.",
        "Default: a fresh one, printed on stderr."
      })
  private @Nullable String attemptId;

  @Option(
      names = "--owner",
      paramLabel = "TEXT",
      description = "Who runs the attempt, for those who wait. Default: USER@HOST/PID.")
  private @Nullable String owner;

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      description = "How long the claim lasts, 1s to 15m. Default: the tenant's policy.")
  private @Nullable Duration lease;

  @Option(
      names = "--expected-version",
      paramLabel = "NUMBER",
      description = "Claim a failed key only if its version is still this one.")
  private @Nullable Long expectedVersion;

  @Option(
      names = "--on-lease-expiry",
      paramLabel = "retry|hold",
      description = "Whether lost work may run again. Default: the tenant's policy.")
  private LeaseExpiry onLeaseExpiry = LeaseExpiry.LEASE_EXPIRY_UNSPECIFIED;

  @Option(
      names = "--label",
      paramLabel = "NAME=VALUE",
      description = "A label to keep with the record. May be given 16 times.")
  private Map<String, String> labels = new LinkedHashMap<>();

  @Mixin private final AnswerOptions answer = new AnswerOptions();

  BeginCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  BeginResponse send(OncewardClient client) {
    return client.blocking().begin(request()).response();
  }

  private BeginRequest request() {
    BeginRequest.Builder request =
        BeginRequest.newBuilder()
            .setTenant(tenant())
            .setKey(key())
            .setOperation(operation)
            .setRequestDigest(requestDigest)
            .addAllAlternateDigests(alternateDigests)
            .setAttemptId(fixedAttemptId())
            .setOwner(owner == null ? Owner.ofThisProcess() : owner)
            .setOnLeaseExpiry(onLeaseExpiry)
            .putAllLabels(labels)
            .setWithoutPayload(answer.withoutPayload());
    answer.waitTime().ifPresent(request::setWait);
    if (lease != null) {
      request.setLease(DurationConverter.toProto(lease));
    }
    if (expectedVersion != null) {
      request.setExpectedVersion(expectedVersion);
    }
    return request.build();
  }

  // Printed before the send: if the answer is lost, this is what the same attempt is sent again
  // with.
  private String fixedAttemptId() {
    if (attemptId == null) {
      attemptId = AttemptId.random();
      err().println("attempt-id " + attemptId);
      err().flush();
    }
    return attemptId;
  }

  @Override
  void show(BeginResponse response, Table table) {
    table.row("decision", RecordRows.word(response.getDecision(), "DECISION_"));
    if (response.getResumed()) {
      table.row("resumed", "this attempt already held the claim");
    }
    if (response.hasLeaseRemaining()) {
      table.row("lease remaining", DurationConverter.format(response.getLeaseRemaining()));
    }
    if (response.hasRetryAfter()) {
      table.row("retry after", retryAfter(response));
    }
    show(response.getRecord(), table);
    if (response.getDecision() == Decision.DECISION_EXECUTE) {
      table.row(
          "next",
          "do the work, then: onceward complete --tenant "
              + tenant()
              + " --key "
              + key()
              + " --version "
              + response.getRecord().getVersion()
              + " --attempt-id "
              + fixedAttemptId());
    }
  }

  private static String retryAfter(BeginResponse response) {
    boolean otherVersion =
        response.getDecision() == Decision.DECISION_RETRY_LATER
            && response.getRetryAfter().equals(com.google.protobuf.Duration.getDefaultInstance());
    return otherVersion
        ? "not by this --expected-version: the record has another"
        : DurationConverter.format(response.getRetryAfter());
  }
}
