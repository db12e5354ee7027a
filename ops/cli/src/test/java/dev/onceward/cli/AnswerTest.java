package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.Decision;
import dev.onceward.v1.Event;
import dev.onceward.v1.EventKind;
import dev.onceward.v1.Failure;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.GetResponse;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.Record;
import dev.onceward.v1.Result;
import dev.onceward.v1.State;
import dev.onceward.v1.Tier;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class AnswerTest {
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
  void json_begin_isOneLineWithTheContractsNames() {
    cli.service.add(
        BeginResponse.newBuilder()
            .setDecision(Decision.DECISION_EXECUTE)
            .setRecord(
                Record.newBuilder()
                    .setState(State.STATE_PROCESSING)
                    .setVersion(1_753_700_000_000_001L)
                    .setAttempt(1)
                    .setRequestDigest(ByteString.fromHex("00FF"))
                    .setFirstSeen(Times.fromNow(-1_500)))
            .setLeaseRemaining(Duration.newBuilder().setSeconds(30))
            .setPayloadBytesMax(262_144)
            .build());

    assertThat(cli.call("begin", "--operation=o", "--request-digest=00ff", "--json").out())
        .isEqualTo(
            "{\"decision\":\"DECISION_EXECUTE\",\"record\":{\"state\":\"STATE_PROCESSING\","
                + "\"version\":\"1753700000000001\",\"attempt\":1,\"request_digest\":\"AP8=\","
                + "\"first_seen\":\"2026-07-30T11:59:58.500Z\"},\"lease_remaining\":\"30s\","
                + "\"payload_bytes_max\":\"262144\"}\n");
  }

  @Test
  void table_begin_tellsTheDecisionAndWhatComesNext() {
    cli.service.add(
        BeginResponse.newBuilder()
            .setDecision(Decision.DECISION_EXECUTE)
            .setResumed(true)
            .setRecord(
                Record.newBuilder()
                    .setTenant("shop")
                    .setKey("K-1")
                    .setState(State.STATE_PROCESSING)
                    .setVersion(7)
                    .setRevision(9)
                    .setAttempt(2)
                    .setOwner("evil\u001b[2J")
                    .setOnLeaseExpiry(LeaseExpiry.LEASE_EXPIRY_HOLD)
                    .setLeaseExpiresAt(Times.fromNow(29_800)))
            .setLeaseRemaining(Duration.newBuilder().setSeconds(29).setNanos(800_000_000))
            .build());

    assertThat(
            cli.call(
                    "begin",
                    "--operation=o",
                    "--request-digest=00",
                    "--attempt-id=0123456789abcdef")
                .out())
        .isEqualTo(
            """
            decision         EXECUTE
            resumed          this attempt already held the claim
            lease remaining  29.8s
            tenant           shop
            key              K-1
            state            PROCESSING
            version          7
            revision         9
            attempt          2
            owner            evil\\u001b[2J
            lease ends       2026-07-30 14:00:29.800+02:00 (in 29.8s)
            on lease expiry  HOLD
            next             do the work, then: onceward complete --tenant shop --key K-1 \
            --version 7 --attempt-id 0123456789abcdef
            """);
  }

  @Test
  void table_otherVersionExpected_saysThatWaitingDoesNotHelp() {
    cli.service.add(
        BeginResponse.newBuilder()
            .setDecision(Decision.DECISION_RETRY_LATER)
            .setRetryAfter(Duration.getDefaultInstance())
            .build());

    assertThat(cli.call("begin", "--operation=o", "--request-digest=00").out())
        .contains("not by this --expected-version");
  }

  @Test
  void table_succeeded_showsResultAndStory() {
    cli.service.add(
        get(
            Record.newBuilder()
                .setState(State.STATE_SUCCEEDED)
                .setVersion(7)
                .setRevision(2)
                .setAttempt(1)
                .setFinishedAt(Times.fromNow(-90_000))
                .setTier(Tier.TIER_RETRY)
                .setResult(
                    Result.newBuilder()
                        .setPayload(ByteString.copyFromUtf8("{\"order\":\n\"O-501\"}"))
                        .setContentType("application/json")
                        .setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_NONE))
                .putLabels("show", "S-204")
                .addReferences("O-501")
                .addEvents(
                    Event.newBuilder()
                        .setTime(Times.fromNow(-90_000))
                        .setKind(EventKind.EVENT_KIND_COMPLETED)
                        .setVersion(7)
                        .setWho("orders/1")
                        .setWhy("done"))));

    assertThat(cli.call("get").out())
        .isEqualTo(
            """
            state         SUCCEEDED
            version       7
            revision      2
            attempt       1
            finished      2026-07-30 13:58:30.000+02:00 (1m 30s ago)
            tier          RETRY
            tier ends     never
            result        18 bytes of text: {"order":\\n"O-501"}
            content type  application/json
            label         show=S-204
            reference     O-501
            event         2026-07-30 13:58:30.000+02:00  COMPLETED  version 7 by orders/1: done
            """);
  }

  @Test
  void table_payloads_areShownAsFarAsTheyCanBe() {
    assertThat(resultLine(Result.newBuilder())).isEqualTo("0 bytes");
    assertThat(resultLine(Result.newBuilder().setPayload(ByteString.fromHex("00"))))
        .isEqualTo("1 byte: 00");
    assertThat(resultLine(Result.newBuilder().setPayload(ByteString.copyFrom(new byte[33]))))
        .isEqualTo("33 bytes: " + "00".repeat(32) + "...");
    assertThat(resultLine(Result.newBuilder().setPayload(ByteString.copyFromUtf8("x".repeat(201)))))
        .isEqualTo("201 bytes of text: " + "x".repeat(200) + "...");
    assertThat(
            resultLine(
                Result.newBuilder()
                    .setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_TOO_LARGE)
                    .setPayloadSize(300_000)))
        .isEqualTo("payload of 300000 bytes omitted: TOO_LARGE");
  }

  @Test
  void table_failed_showsFailure() {
    cli.service.add(
        get(
            Record.newBuilder()
                .setState(State.STATE_FAILED_RETRYABLE)
                .setFailure(
                    Failure.newBuilder()
                        .setKind(FailureKind.FAILURE_KIND_RETRYABLE)
                        .setCode("bank_timeout")
                        .setMessage("no answer")
                        .setRetryNotBefore(Times.fromNow(30_000)))));

    assertThat(cli.call("get").out())
        .contains("RETRYABLE bank_timeout", "no answer", "14:00:30.000+02:00 (in 30s)");
  }

  private String resultLine(Result.Builder result) {
    try (CommandLineFixture fresh = new CommandLineFixture()) {
      fresh.service.add(get(Record.newBuilder().setResult(result)));
      return fresh
          .call("get")
          .out()
          .lines()
          .filter(line -> line.startsWith("result"))
          .map(line -> line.substring("result".length()).strip())
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static GetResponse get(Record.Builder record) {
    return GetResponse.newBuilder().setRecord(record).build();
  }
}
