package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import dev.onceward.cli.CommandLineFixture.Run;
import dev.onceward.v1.AfterArchive;
import dev.onceward.v1.CountStatesRequest;
import dev.onceward.v1.Failure;
import dev.onceward.v1.FindByReferenceRequest;
import dev.onceward.v1.ForceExpireRequest;
import dev.onceward.v1.FreezeRequest;
import dev.onceward.v1.GetPolicyRequest;
import dev.onceward.v1.GetPolicyResponse;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.GetResponse;
import dev.onceward.v1.HoldRequest;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.ListRecordsRequest;
import dev.onceward.v1.NotExecuted;
import dev.onceward.v1.Policy;
import dev.onceward.v1.PutPolicyRequest;
import dev.onceward.v1.Record;
import dev.onceward.v1.RedactRequest;
import dev.onceward.v1.ReleaseHoldRequest;
import dev.onceward.v1.ResolveRequest;
import dev.onceward.v1.Result;
import dev.onceward.v1.State;
import dev.onceward.v1.UnfreezeRequest;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What operators' commands send. */
@Timeout(30)
final class OperatorCommandTest {
  private CommandLineFixture cli;

  @BeforeEach
  void open() throws IOException {
    cli = new CommandLineFixture();
  }

  @AfterEach
  void close() {
    cli.close();
  }

  @Test
  void hold_everyFlag_fillsItsField() {
    intervene("hold", "--name=case-17", "--until=2027-01-31T12:00Z");

    assertThat(cli.service.requests)
        .containsExactly(
            HoldRequest.newBuilder()
                .setTenant("shop")
                .setKey("K-1")
                .setExpectedRevision(7)
                .setWho("anna")
                .setEvidence("why")
                .setName("case-17")
                .setUntil(Times.at("2027-01-31T12:00:00Z"))
                .build());
  }

  @Test
  void release_everyFlag_fillsItsField() {
    intervene("release", "--name=case-17");

    assertThat(cli.service.requests)
        .containsExactly(
            ReleaseHoldRequest.newBuilder()
                .setTenant("shop")
                .setKey("K-1")
                .setExpectedRevision(7)
                .setWho("anna")
                .setEvidence("why")
                .setName("case-17")
                .build());
  }

  @Test
  void release_noRevision_isSentAtOnceForWhateverTheRecordIs() {
    cli.call("release", "--name=case-17", "--evidence=why");

    ReleaseHoldRequest request = (ReleaseHoldRequest) cli.service.requests.get(0);
    assertThat(request.hasExpectedRevision()).isFalse();
    assertThat(request.getWho()).matches(".+@.+").doesNotContain("/");
  }

  @Test
  void forceExpireAndRedact_everyFlag_fillsItsField() {
    intervene("force-expire");
    intervene("redact");

    assertThat(cli.service.requests)
        .containsExactly(
            ForceExpireRequest.newBuilder()
                .setTenant("shop")
                .setKey("K-1")
                .setExpectedRevision(7)
                .setWho("anna")
                .setEvidence("why")
                .build(),
            RedactRequest.newBuilder()
                .setTenant("shop")
                .setKey("K-1")
                .setExpectedRevision(7)
                .setWho("anna")
                .setEvidence("why")
                .build());
  }

  @Test
  void resolve_eachOutcome_isSentWithWhatBelongsToIt() {
    intervene(
        "resolve",
        "--succeeded",
        "--payload-text=O-501",
        "--content-type=text/plain",
        "--reference=O-501",
        "--reference=P-9");
    intervene("resolve", "--succeeded");
    intervene("resolve", "--failed-final", "--code=gone", "--message=sold out", "--payload=00");
    intervene("resolve", "--not-executed");

    ResolveRequest.Builder common =
        ResolveRequest.newBuilder()
            .setTenant("shop")
            .setKey("K-1")
            .setExpectedRevision(7)
            .setWho("anna")
            .setEvidence("why");
    assertThat(cli.service.requests)
        .containsExactly(
            common
                .clone()
                .setSucceeded(
                    Result.newBuilder()
                        .setPayload(ByteString.copyFromUtf8("O-501"))
                        .setContentType("text/plain"))
                .addReferences("O-501")
                .addReferences("P-9")
                .build(),
            common.clone().setSucceeded(Result.getDefaultInstance()).build(),
            common
                .clone()
                .setFailedFinal(
                    Failure.newBuilder()
                        .setCode("gone")
                        .setMessage("sold out")
                        .setPayload(ByteString.fromHex("00")))
                .build(),
            common.clone().setNotExecuted(NotExecuted.getDefaultInstance()).build());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "                                         | --succeeded",
        "--succeeded --not-executed               | mutually exclusive",
        "--not-executed --reference=O-1           | --reference goes with --succeeded",
        "--succeeded --code=x                     | --code and --message go with --failed-final",
        "--failed-final --payload-size=3          | a failure's payload cannot be omitted",
        "--not-executed --payload-text=x          | --not-executed has no result",
        "--not-executed --expected-revision=seven | 'seven' is not a long",
      })
  void resolve_optionsThatDoNotGoTogether_isWrongUsageAndSendsNothing(String more, String message) {
    String options = more == null ? "" : " " + more;

    Run run = cli.run("resolve --tenant shop --key K-1 --evidence why" + options);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(message);
    assertThat(cli.service.requests).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"hold --name=n", "resolve --not-executed", "force-expire", "redact"})
  void intervention_noRevision_readsTheRecordFirstAndSaysSo(String command) {
    cli.service.add(
        GetResponse.newBuilder()
            .setRecord(
                Record.newBuilder()
                    .setRevision(41)
                    .setState(State.STATE_IN_DOUBT)
                    .setOperation("order.create")
                    .setClaimedAt(Times.fromNow(-90_000))
                    .setOwner("orders\n/3"))
            .build());
    String[] words = command.split(" ", -1);
    Run run =
        words.length == 1
            ? cli.call(words[0], "--evidence=why")
            : cli.call(words[0], words[1], "--evidence=why");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .isEqualTo(
            "onceward: read just now: revision 41, IN_DOUBT, order.create, claimed"
                + " 2026-07-30 13:58:30.000+02:00 (1m 30s ago) by orders\\n/3\n");
    assertThat(cli.service.requests.get(0))
        .isEqualTo(
            GetRequest.newBuilder()
                .setTenant("shop")
                .setKey("K-1")
                .setWithoutPayload(true)
                .build());
    assertThat(cli.service.requests.get(1).toString()).contains("expected_revision: 41");
  }

  @Test
  void freezeAndUnfreeze_everyFlag_fillsItsField() {
    cli.run("freeze --tenant shop --key-prefix a- --key-prefix b- --who anna --evidence why");
    cli.run("unfreeze --tenant shop --key-prefix a- --who anna --evidence why");

    assertThat(cli.service.requests)
        .containsExactly(
            FreezeRequest.newBuilder()
                .setTenant("shop")
                .addKeyPrefixes("a-")
                .addKeyPrefixes("b-")
                .setWho("anna")
                .setEvidence("why")
                .build(),
            UnfreezeRequest.newBuilder()
                .setTenant("shop")
                .addKeyPrefixes("a-")
                .setWho("anna")
                .setEvidence("why")
                .build());
  }

  @Test
  void countAndFindAndPolicyGet_everyFlag_fillsItsField() {
    cli.run("count --tenant shop");
    cli.run("find --tenant shop --reference O-501 --limit 7");
    cli.run("policy get --tenant shop");

    assertThat(cli.service.requests)
        .containsExactly(
            CountStatesRequest.newBuilder().setTenant("shop").build(),
            FindByReferenceRequest.newBuilder()
                .setTenant("shop")
                .setReference("O-501")
                .setPageSize(7)
                .build(),
            GetPolicyRequest.newBuilder().setTenant("shop").build());
  }

  @ParameterizedTest
  @CsvSource({"in-doubt", "IN_DOUBT"})
  void list_stateAsWrittenOrAsPrinted_fillsItsField(String state) {
    cli.run("list --older-than 10m --state " + state);

    assertThat(cli.service.requests)
        .containsExactly(
            ListRecordsRequest.newBuilder()
                .setState(State.STATE_IN_DOUBT)
                .setOlderThan(Duration.newBuilder().setSeconds(600))
                .setPageSize(200)
                .build());
  }

  @Test
  void policyPut_everyFlag_fillsItsField() {
    cli.service.add(GetPolicyResponse.newBuilder().setRevision(3).build());
    cli.run(
        "policy put --tenant shop --who anna --evidence why --retry-window 1d --replay-window 2d"
            + " --dispute-window 3d --archive-window 4d --on-lease-expiry retry --default-lease 5s"
            + " --longest-lease 6s --max-attempts 7 --back-off 8s --retry-by-version"
            + " --longest-client-retry 9s --queue-retention 10s --dead-letter-replay 11s"
            + " --after-archive admit");

    PutPolicyRequest request = (PutPolicyRequest) cli.service.requests.get(1);
    assertThat(request)
        .isEqualTo(
            PutPolicyRequest.newBuilder()
                .setTenant("shop")
                .setPolicy(
                    Policy.newBuilder()
                        .setRetryWindow(days(1))
                        .setReplayWindow(days(2))
                        .setDisputeWindow(days(3))
                        .setArchiveWindow(days(4))
                        .setOnLeaseExpiry(LeaseExpiry.LEASE_EXPIRY_RETRY)
                        .setDefaultLease(seconds(5))
                        .setLongestLease(seconds(6))
                        .setMaxAttempts(7)
                        .setBackOff(seconds(8))
                        .setRetryByVersion(true)
                        .setLongestClientRetry(seconds(9))
                        .setQueueRetention(seconds(10))
                        .setDeadLetterReplay(seconds(11))
                        .setAfterArchive(AfterArchive.AFTER_ARCHIVE_ADMIT))
                .setExpectedRevision(3)
                .setWho("anna")
                .setEvidence("why")
                .build());
  }

  @Test
  void policyPut_fewFlags_changesOnlyThoseAndGuardsTheRevisionItRead() {
    Policy inForce =
        Policy.newBuilder()
            .setRetryWindow(days(1))
            .setArchiveForever(true)
            .setRetryByVersion(true)
            .build();
    cli.service.add(GetPolicyResponse.newBuilder().setPolicy(inForce).setRevision(3).build());

    Run run = cli.run("policy put --tenant shop --evidence why --replay-window 2d");

    PutPolicyRequest request = (PutPolicyRequest) cli.service.requests.get(1);
    assertThat(request.getPolicy()).isEqualTo(inForce.toBuilder().setReplayWindow(days(2)).build());
    assertThat(request.getExpectedRevision()).isEqualTo(3);
    assertThat(run.err()).isEqualTo("onceward: read just now: revision 3\n");
  }

  @Test
  void policyPut_defaults_leavesOutWhatWasInForce() {
    cli.service.add(
        GetPolicyResponse.newBuilder()
            .setPolicy(Policy.newBuilder().setRetryWindow(days(1)))
            .setRevision(3)
            .build());

    cli.run(
        "policy put --tenant shop --evidence why --defaults --max-attempts 2 --expected-revision 2");

    PutPolicyRequest request = (PutPolicyRequest) cli.service.requests.get(1);
    assertThat(request.getPolicy()).isEqualTo(Policy.newBuilder().setMaxAttempts(2).build());
    assertThat(request.getExpectedRevision()).isEqualTo(2);
  }

  @Test
  void policyPut_archiveWindowAndForEver_replaceEachOther() {
    cli.service.add(
        GetPolicyResponse.newBuilder()
            .setPolicy(Policy.newBuilder().setArchiveWindow(days(4)))
            .build());
    cli.run("policy put --tenant shop --evidence why --archive-forever");
    cli.service.add(
        GetPolicyResponse.newBuilder()
            .setPolicy(Policy.newBuilder().setArchiveForever(true))
            .build());
    cli.run("policy get --tenant shop");
    cli.run("policy put --tenant shop --evidence why --archive-window 5d --no-retry-by-version");

    assertThat(cli.service.requests)
        .filteredOn(PutPolicyRequest.class::isInstance)
        .extracting(request -> ((PutPolicyRequest) request).getPolicy())
        .containsExactly(
            Policy.newBuilder().setArchiveForever(true).build(),
            Policy.newBuilder().setArchiveWindow(days(5)).build());
  }

  static Stream<Arguments> contract() {
    return Stream.of(
        Arguments.of("count", CountStatesRequest.getDescriptor()),
        Arguments.of("list", ListRecordsRequest.getDescriptor()),
        Arguments.of("find", FindByReferenceRequest.getDescriptor()),
        Arguments.of("hold", HoldRequest.getDescriptor()),
        Arguments.of("release", ReleaseHoldRequest.getDescriptor()),
        Arguments.of("freeze", FreezeRequest.getDescriptor()),
        Arguments.of("unfreeze", UnfreezeRequest.getDescriptor()),
        Arguments.of("resolve", ResolveRequest.getDescriptor()),
        Arguments.of("resolve", Result.getDescriptor()),
        Arguments.of("force-expire", ForceExpireRequest.getDescriptor()),
        Arguments.of("redact", RedactRequest.getDescriptor()),
        Arguments.of("policy get", GetPolicyRequest.getDescriptor()),
        Arguments.of("policy put", PutPolicyRequest.getDescriptor()),
        Arguments.of("policy put", Policy.getDescriptor()));
  }

  @ParameterizedTest
  @MethodSource("contract")
  void options_eachFieldOfTheContract_hasItsFlag(String command, Descriptor message) {
    Map<String, String> singular = Map.of("key_prefixes", "key_prefix", "references", "reference");
    // Pages are fetched until there are --limit records; the policy is given by its own fields.
    Set<String> none = Set.of("page_size", "page_token", "policy");
    Map<String, ?> options = cli.spec(command).optionsMap();

    for (FieldDescriptor field : message.getFields()) {
      if (!none.contains(field.getName())) {
        String flag = singular.getOrDefault(field.getName(), field.getName()).replace('_', '-');
        assertThat(options).containsKey("--" + flag);
      }
    }
  }

  private void intervene(String command, String... more) {
    String[] args = new String[more.length + 3];
    args[0] = "--expected-revision=7";
    args[1] = "--who=anna";
    args[2] = "--evidence=why";
    System.arraycopy(more, 0, args, 3, more.length);
    assertThat(cli.call(command, args).exitCode()).isZero();
  }

  private static Duration days(int days) {
    return seconds(days * 86_400L);
  }

  private static Duration seconds(long seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }
}
