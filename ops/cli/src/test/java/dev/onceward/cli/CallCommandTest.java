package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import dev.onceward.cli.CommandLineFixture.Run;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.FailRequest;
import dev.onceward.v1.Failure;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.RenewRequest;
import dev.onceward.v1.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
final class CallCommandTest {
  private static final String ATTEMPT = "0123456789abcdef";

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
  void begin_everyFlag_fillsItsField() {
    Run run =
        cli.run(
            "begin --tenant shop --key K-1 --operation order.create --request-digest 00ff"
                + " --alternate-digest 01 --alternate-digest 02 --attempt-id 0123456789abcdef"
                + " --owner me --lease 1m --wait 500ms --expected-version 7 --on-lease-expiry retry"
                + " --label a=1 --label b=x=y --without-payload");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(cli.service.requests)
        .containsExactly(
            BeginRequest.newBuilder()
                .setTenant("shop")
                .setKey("K-1")
                .setOperation("order.create")
                .setRequestDigest(bytes(0x00, 0xff))
                .addAlternateDigests(bytes(1))
                .addAlternateDigests(bytes(2))
                .setAttemptId(ATTEMPT)
                .setOwner("me")
                .setLease(Duration.newBuilder().setSeconds(60))
                .setWait(Duration.newBuilder().setNanos(500_000_000))
                .setExpectedVersion(7)
                .setOnLeaseExpiry(LeaseExpiry.LEASE_EXPIRY_RETRY)
                .putLabels("a", "1")
                .putLabels("b", "x=y")
                .setWithoutPayload(true)
                .build());
  }

  @Test
  void begin_fewestFlags_leavesTheRestToTheServer() {
    Run run = cli.call("begin", "--operation", "o", "--request-digest", "00");

    BeginRequest request = (BeginRequest) cli.service.requests.get(0);
    assertThat(request.getAttemptId()).matches("[0-9a-f]{32}");
    assertThat(run.err()).isEqualTo("attempt-id " + request.getAttemptId() + "\n");
    assertThat(request.getOwner()).matches(".+@.+/\\d+");
    assertThat(request.toBuilder().clearAttemptId().clearOwner().build())
        .isEqualTo(
            BeginRequest.newBuilder()
                .setTenant("shop")
                .setKey("K-1")
                .setOperation("o")
                .setRequestDigest(bytes(0))
                .build());
  }

  @Test
  void complete_everyFlag_fillsItsField() {
    cli.call(
        "complete",
        "--version=7",
        "--attempt-id=" + ATTEMPT,
        "--payload-text=née",
        "--content-type=text/plain",
        "--payload-digest=aa",
        "--payload-size=3",
        "--payload-omitted=by-caller",
        "--reference=O-501",
        "--reference=P-9");

    assertThat(cli.service.requests)
        .containsExactly(
            completion()
                .setResult(
                    Result.newBuilder()
                        .setPayload(ByteString.copyFromUtf8("née"))
                        .setContentType("text/plain")
                        .setPayloadDigest(bytes(0xaa))
                        .setPayloadSize(3)
                        .setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_BY_CALLER))
                .addReferences("O-501")
                .addReferences("P-9")
                .build());
  }

  @Test
  void complete_payloadFile_isSentAsItIs(@TempDir Path directory) throws IOException {
    Path file = Files.write(directory.resolve("payload"), new byte[] {0, 10, -1});

    cli.call("complete", "--version=7", "--attempt-id=" + ATTEMPT, "--payload=@" + file);

    assertThat(cli.service.requests)
        .containsExactly(
            completion().setResult(Result.newBuilder().setPayload(bytes(0, 10, 0xff))).build());
  }

  @Test
  void complete_noResultFlag_hasNoResult() {
    cli.call("complete", "--version=7", "--attempt-id=" + ATTEMPT);

    assertThat(cli.service.requests).containsExactly(completion().build());
  }

  @Test
  void complete_twoPayloads_isWrongUsage() {
    Run run = cli.call("complete", "--version=7", "--payload=00", "--payload-text=x");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("mutually exclusive");
    assertThat(cli.service.requests).isEmpty();
  }

  @Test
  void fail_everyFlag_fillsItsField() {
    cli.call(
        "fail",
        "--version=7",
        "--attempt-id=" + ATTEMPT,
        "--kind=unknown",
        "--code=bank_timeout",
        "--message=no answer from the bank",
        "--payload=7b7d",
        "--content-type=application/json",
        "--retry-after=7d");

    assertThat(cli.service.requests)
        .containsExactly(
            FailRequest.newBuilder()
                .setTenant("shop")
                .setKey("K-1")
                .setVersion(7)
                .setAttemptId(ATTEMPT)
                .setFailure(
                    Failure.newBuilder()
                        .setKind(FailureKind.FAILURE_KIND_UNKNOWN)
                        .setCode("bank_timeout")
                        .setMessage("no answer from the bank")
                        .setPayload(ByteString.copyFromUtf8("{}"))
                        .setContentType("application/json"))
                .setRetryAfter(Duration.newBuilder().setSeconds(7 * 86_400))
                .build());
  }

  @Test
  void renew_everyFlag_fillsItsField() {
    cli.call(
        "renew",
        "--version=7",
        "--attempt-id=" + ATTEMPT,
        "--lease=15m",
        "--on-lease-expiry=hold",
        "--reference=O-501");

    assertThat(cli.service.requests)
        .containsExactly(
            RenewRequest.newBuilder()
                .setTenant("shop")
                .setKey("K-1")
                .setVersion(7)
                .setAttemptId(ATTEMPT)
                .setLease(Duration.newBuilder().setSeconds(900))
                .setOnLeaseExpiry(LeaseExpiry.LEASE_EXPIRY_HOLD)
                .addReferences("O-501")
                .build());
  }

  @Test
  void get_everyFlag_fillsItsField() {
    cli.call("get", "--operation=o", "--request-digest=00", "--wait=1h", "--without-payload");

    assertThat(cli.service.requests)
        .containsExactly(
            GetRequest.newBuilder()
                .setTenant("shop")
                .setKey("K-1")
                .setOperation("o")
                .setRequestDigest(bytes(0))
                .setWait(Duration.newBuilder().setSeconds(3_600))
                .setWithoutPayload(true)
                .build());
  }

  static Stream<Arguments> contract() {
    return Stream.of(
        Arguments.of("begin", BeginRequest.getDescriptor()),
        Arguments.of("complete", CompleteRequest.getDescriptor()),
        Arguments.of("complete", Result.getDescriptor()),
        Arguments.of("fail", FailRequest.getDescriptor()),
        Arguments.of("fail", Failure.getDescriptor()),
        Arguments.of("renew", RenewRequest.getDescriptor()),
        Arguments.of("get", GetRequest.getDescriptor()));
  }

  @ParameterizedTest
  @MethodSource("contract")
  void options_eachFieldOfTheContract_hasItsFlag(String command, Descriptor message) {
    // Repeatable flags are named in the singular; nested messages are given by their own fields;
    // one is the server's.
    Map<String, String> singular =
        Map.of(
            "alternate_digests", "alternate_digest", "labels", "label", "references", "reference");
    Set<String> none = Set.of("result", "failure", "retry_not_before");
    Map<String, ?> options = cli.spec(command).optionsMap();

    for (FieldDescriptor field : message.getFields()) {
      if (!none.contains(field.getName())) {
        String flag = singular.getOrDefault(field.getName(), field.getName()).replace('_', '-');
        assertThat(options).containsKey("--" + flag);
      }
    }
  }

  @Test
  void tenant_fromTheEnvironment_isUsedUnlessGiven() {
    cli.environment.put("ONCEWARD_TENANT", "bank");

    cli.run("get --key K-1");
    cli.run("get --key K-1 --tenant shop");

    assertThat(cli.service.requests)
        .extracting(request -> ((GetRequest) request).getTenant())
        .containsExactly("bank", "shop");
  }

  private static CompleteRequest.Builder completion() {
    return CompleteRequest.newBuilder()
        .setTenant("shop")
        .setKey("K-1")
        .setVersion(7)
        .setAttemptId(ATTEMPT);
  }

  private static ByteString bytes(int... values) {
    ByteString.Output out = ByteString.newOutput();
    for (int value : values) {
      out.write(value);
    }
    return out.toByteString();
  }
}
