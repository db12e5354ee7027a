package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import dev.onceward.v1.AfterArchive;
import dev.onceward.v1.CountStatesResponse;
import dev.onceward.v1.Event;
import dev.onceward.v1.EventKind;
import dev.onceward.v1.FreezeOrder;
import dev.onceward.v1.FreezeResponse;
import dev.onceward.v1.GetPolicyResponse;
import dev.onceward.v1.GetResponse;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.Policy;
import dev.onceward.v1.Record;
import dev.onceward.v1.RecordHold;
import dev.onceward.v1.ResolveResponse;
import dev.onceward.v1.Result;
import dev.onceward.v1.State;
import dev.onceward.v1.StateCount;
import dev.onceward.v1.Tier;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What operators are shown. */
@Timeout(30)
final class OperatorAnswerTest {
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
  void count_json_isTheOneLineThatScriptsRead() {
    cli.service.add(counts());

    assertThat(cli.run("count --tenant shop --json").out())
        .isEqualTo(
            "{\"PROCESSING\": 3, \"SUCCEEDED\": 1200, \"FAILED_RETRYABLE\": 0,"
                + " \"FAILED_FINAL\": 0, \"IN_DOUBT\": 2}\n");
  }

  @Test
  void count_table_hasTheArchivedToo() {
    cli.service.add(counts());

    assertThat(cli.run("count --tenant shop").out())
        .isEqualTo(
            """
            PROCESSING        3
            SUCCEEDED         1200
            FAILED_RETRYABLE  0
            FAILED_FINAL      0
            IN_DOUBT          2
            ARCHIVED          7
            as of             2026-07-30 14:00:00.000+02:00
            """);
  }

  @Test
  void policy_table_saysWhatIsInForceAndFrozen() {
    cli.service.add(
        GetPolicyResponse.newBuilder()
            .setPolicy(
                Policy.newBuilder()
                    .setRetryWindow(seconds(86_400))
                    .setReplayWindow(seconds(14 * 86_400))
                    .setDisputeWindow(seconds(180 * 86_400 + 5_400))
                    .setArchiveForever(true)
                    .setOnLeaseExpiry(LeaseExpiry.LEASE_EXPIRY_HOLD)
                    .setDefaultLease(seconds(30))
                    .setLongestLease(seconds(900))
                    .setDeadLetterReplay(seconds(7 * 86_400))
                    .setAfterArchive(AfterArchive.AFTER_ARCHIVE_REFUSE))
            .setRevision(3)
            .addFreezes(freeze("order-"))
            .build());

    assertThat(cli.run("policy get --tenant shop").out())
        .isEqualTo(
            """
            retry window          1d
            replay window         14d
            dispute window        180d 1h 30m
            archive window        for ever
            on lease expiry       HOLD
            default lease         30s
            longest lease         15m
            max attempts          unlimited
            back-off              0s
            retry by version      no
            longest client retry  not declared
            queue retention       not declared
            dead-letter replay    7d
            after archive         REFUSE
            frozen                keys that begin with order-, since 2026-07-30 13:59:30.000+02:00 \
            (30s ago) by anna: incident 42
            revision              3
            """);
  }

  @Test
  void policy_nothingLaidDown_saysThatTheseAreTheDefaults() {
    assertThat(cli.run("policy get --tenant shop").out())
        .contains("frozen                nothing", "nothing was ever laid down");
  }

  @Test
  void freeze_wholeTenant_isShown() {
    cli.service.add(FreezeResponse.newBuilder().addFreezes(freeze("")).setRevision(4).build());

    assertThat(cli.run("freeze --tenant shop --evidence why").out())
        .startsWith("frozen    all keys, since ")
        .endsWith("revision  4\n");
  }

  @Test
  void get_heldRecord_tellsTierHoldsAndStory() {
    cli.service.add(
        GetResponse.newBuilder()
            .setRecord(
                Record.newBuilder()
                    .setState(State.STATE_SUCCEEDED)
                    .setVersion(7)
                    .setRevision(4)
                    .setTier(Tier.TIER_REPLAY)
                    .setTierUntil(Times.fromNow(3_600_000))
                    .setRetainedUntil(Times.fromNow(7_200_000))
                    .addHolds(hold("case-17"))
                    .addHolds(hold("case-18").setUntil(Times.fromNow(60_000)))
                    .addHolds(hold("case-19").setUntil(Times.fromNow(-60_000)))
                    .addEvents(event(EventKind.EVENT_KIND_CLAIMED, -90_000))
                    .addEvents(event(EventKind.EVENT_KIND_COMPLETED_LATE, -88_800))
                    .addEvents(
                        event(EventKind.EVENT_KIND_HELD, -88_900)
                            .setWho("anna")
                            .setWhy("case-17: chargeback")
                            .setServerId("srv-2")))
            .build());

    assertThat(cli.call("get").out())
        .isEqualTo(
            """
            state           SUCCEEDED
            version         7
            revision        4
            tier            REPLAY
            tier ends       2026-07-30 15:00:00.000+02:00 (in 1h), but not while it is held
            retained until  2026-07-30 16:00:00.000+02:00 (in 2h)
            hold            case-17, until released, by anna: chargeback
            hold            case-18, until 2026-07-30 14:01:00.000+02:00 (in 1m), by anna: chargeback
            hold            case-19, ended 2026-07-30 13:59:00.000+02:00 (1m ago), by anna: chargeback
            event           2026-07-30 13:58:30.000+02:00          CLAIMED         version 7 by orders/1
            event           2026-07-30 13:58:31.200+02:00  +1.2s   COMPLETED_LATE  version 7 by orders/1
            event           2026-07-30 13:58:31.100+02:00  -100ms  HELD            version 7 by anna at srv-2: case-17: chargeback
            """);
  }

  @Test
  void get_archivedRecord_showsOnlyWhatIsKnown() {
    cli.service.add(
        GetResponse.newBuilder()
            .setRecord(
                Record.newBuilder()
                    .setState(State.STATE_SUCCEEDED)
                    .setVersion(7)
                    .setRevision(4)
                    .setTier(Tier.TIER_ARCHIVE)
                    .setResult(
                        Result.newBuilder()
                            .setPayloadDigest(ByteString.fromHex("00ff"))
                            .setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_EXPIRED)))
            .build());

    assertThat(cli.call("get").out())
        .isEqualTo(
            """
            state           SUCCEEDED
            version         7
            revision        4
            tier            ARCHIVE
            tier ends       never
            result          payload omitted: EXPIRED
            payload digest  00ff
            """);
  }

  @Test
  void resolve_answered_showsTheRecordAsTableOrJson() {
    cli.service.add(
        ResolveResponse.newBuilder()
            .setRecord(Record.newBuilder().setState(State.STATE_FAILED_RETRYABLE))
            .build());
    String[] resolve = {"--not-executed", "--evidence=why", "--expected-revision=1"};

    assertThat(cli.call("resolve", resolve).out()).startsWith("state     FAILED_RETRYABLE\n");
    String[] json = {"--not-executed", "--evidence=why", "--expected-revision=1", "--json"};
    assertThat(cli.call("resolve", json).out())
        .isEqualTo("{\"record\":{\"state\":\"STATE_FAILED_RETRYABLE\"}}\n");
  }

  private static CountStatesResponse counts() {
    return CountStatesResponse.newBuilder()
        .addStates(count(State.STATE_PROCESSING, 3))
        .addStates(count(State.STATE_SUCCEEDED, 1_200))
        .addStates(count(State.STATE_FAILED_RETRYABLE, 0))
        .addStates(count(State.STATE_FAILED_FINAL, 0))
        .addStates(count(State.STATE_IN_DOUBT, 2))
        .setArchived(7)
        .setAsOf(Times.fromNow(0))
        .build();
  }

  private static StateCount.Builder count(State state, long count) {
    return StateCount.newBuilder().setState(state).setCount(count);
  }

  private static FreezeOrder.Builder freeze(String prefix) {
    return FreezeOrder.newBuilder()
        .setKeyPrefix(prefix)
        .setSince(Times.fromNow(-30_000))
        .setWho("anna")
        .setEvidence("incident 42");
  }

  private static RecordHold.Builder hold(String name) {
    return RecordHold.newBuilder().setName(name).setWho("anna").setEvidence("chargeback");
  }

  private static Event.Builder event(EventKind kind, long millisFromNow) {
    return Event.newBuilder()
        .setKind(kind)
        .setTime(Times.fromNow(millisFromNow))
        .setVersion(7)
        .setWho("orders/1");
  }

  private static Duration seconds(long seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }
}
