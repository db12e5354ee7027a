package dev.onceward.server.record;

import static dev.onceward.server.record.Samples.begin;
import static dev.onceward.server.record.Samples.complete;
import static dev.onceward.server.record.Samples.fail;
import static dev.onceward.server.record.Samples.get;
import static dev.onceward.server.record.Samples.renew;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults seen in public systems of this kind, by their numbers in our list of scenarios. */
final class ScenariosTest {

  @Test
  void s1_beginRepeatedWhileAStrangerBegins_sameClaimAndTheStrangerWaits() {
    Ledger ledger = new Ledger();
    Answer.Begun lost = ledger.begin(0, begin("a"));
    Answer.Begun stranger = ledger.begin(1, begin("b"));
    Answer.Begun again = ledger.begin(2, begin("a"));

    assertThat(stranger.decision()).isEqualTo(Decision.IN_PROGRESS);
    assertThat(again.decision()).isEqualTo(Decision.EXECUTE);
    assertThat(again.resumed()).isTrue();
    assertThat(again.record()).isEqualTo(lost.record());
    assertThat(again.record().claim().attempt()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(LeaseExpiry.class)
  void s1_copyOfBeginAfterTheLease_neverMints(LeaseExpiry onLeaseExpiry) {
    Ledger ledger = new Ledger();
    ledger.begin(0, begin("a", onLeaseExpiry));
    Record before = ledger.record();

    Answer answer = ledger.ask(60, begin("a", onLeaseExpiry));

    assertThat(Told.answer(answer))
        .isEqualTo(onLeaseExpiry == LeaseExpiry.RETRY ? "LEASE_LOST" : "IN_DOUBT");
    assertThat(ledger.record()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void s1_copyOfBeginAfterAFailure_neverMints(FailureKind kind) {
    Ledger ledger = new Ledger();
    ledger.begin(0, begin("a"));
    ledger.ask(1, fail(ledger.version(), "a", kind, "busy"));
    Record before = ledger.record();

    ledger.ask(2, begin("a"));

    assertThat(ledger.record()).isEqualTo(before);
  }

  @Test
  void s2_renewRepeated_deadlineNeverMovesBackAndVersionStays() {
    Ledger ledger = new Ledger();
    ledger.begin(0, begin("a"));
    long version = ledger.version();

    ledger.renew(10, renew(version, "a", 60, null));
    Answer.Renewed again = ledger.renew(10.5, renew(version, "a", 60, null));
    Answer.Renewed shorter = ledger.renew(11, renew(version, "a", 1, null));

    assertThat(again.record().leaseExpiresAt()).isEqualTo(Samples.at(70.5));
    assertThat(shorter.record()).isEqualTo(again.record());
    assertThat(shorter.leaseRemaining()).isEqualTo(Duration.ofMillis(59_500));
    assertThat(ledger.version()).isEqualTo(version);
  }

  @Test
  void s4_beginFailBegin_secondAttemptExecutesAtOnce() {
    Ledger ledger = new Ledger();
    ledger.begin(0, begin("a"));
    ledger.ask(1, fail(ledger.version(), "a", FailureKind.RETRYABLE, "busy"));

    Answer.Begun second = ledger.begin(1, begin("b"));

    assertThat(second.decision()).isEqualTo(Decision.EXECUTE);
    assertThat(second.resumed()).isFalse();
    assertThat(second.record().claim().attempt()).isEqualTo(2);
    assertThat(second.record().failure()).extracting(Failure::code).isEqualTo("busy");
  }

  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void s5_formerOwnerFailsLate_staleAndTheSuccessorGoesOn(FailureKind kind) {
    Ledger ledger = new Ledger();
    long former = ledger.begin(0, begin("a")).record().claim().version();
    ledger.begin(34, begin("b"));
    Record successor = ledger.record();

    Answer answer = ledger.ask(35, fail(former, "a", kind, "interrupted"));

    assertThat(answer)
        .isInstanceOfSatisfying(
            Answer.Refused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(Reason.STALE_CLAIM);
              assertThat(refused.details())
                  .containsEntry("current_version", Long.toString(successor.claim().version()));
            });
    assertThat(ledger.record()).isEqualTo(successor);
  }

  @Test
  void s5_formerOwnerCompletesLate_staleToo() {
    Ledger ledger = new Ledger();
    long former = ledger.begin(0, begin("a")).record().claim().version();
    ledger.begin(34, begin("b"));

    assertThat(ledger.refusal(35, complete(former, "a", "done"))).isEqualTo(Reason.STALE_CLAIM);
    assertThat(ledger.record().state()).isEqualTo(State.PROCESSING);
  }

  @Test
  void s6_ownerDiesUnderHold_nobodyExecutesUntilItIsSettled() {
    Ledger ledger = new Ledger();
    ledger.begin(0, begin("a", LeaseExpiry.HOLD));

    assertThat(ledger.begin(34, begin("b")).decision()).isEqualTo(Decision.IN_DOUBT);
    assertThat(ledger.begin(99_999, begin("c")).decision()).isEqualTo(Decision.IN_DOUBT);

    Command.ClaimRef doubt = new Command.ClaimRef(Samples.KEY, ledger.version(), null);
    Failure none = Samples.failure(FailureKind.RETRYABLE, "found_nothing");
    ledger.ask(100_000, new Command.Fail(doubt, none, Duration.ZERO));
    assertThat(ledger.begin(100_001, begin("d")).decision()).isEqualTo(Decision.EXECUTE);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-300, 0, 300})
  void s9_failurePurgeAndRecreation_versionsRiseWhateverTheClock(double clockAfterwards) {
    Ledger ledger = new Ledger();
    long first = ledger.begin(0, begin("a")).record().claim().version();
    ledger.ask(1, fail(first, "a", FailureKind.RETRYABLE, "busy"));
    long second = ledger.begin(2, begin("b")).record().claim().version();
    ledger.ask(3, complete(second, "b", "done"));
    ledger.purge();

    long third = ledger.begin(clockAfterwards, begin("c")).record().claim().version();

    assertThat(List.of(first, second, third)).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void s10_renewAfterComplete_alreadyFinishedAndProcessingNeverComesBack() {
    Ledger ledger = new Ledger();
    long version = ledger.begin(0, begin("a")).record().claim().version();
    ledger.ask(1, complete(version, "a", "done"));
    Record finished = ledger.record();

    for (LeaseExpiry expiry : LeaseExpiry.values()) {
      assertThat(ledger.refusal(2, renew(version, "a", 60, expiry)))
          .isEqualTo(Reason.ALREADY_FINISHED);
    }
    assertThat(ledger.record()).isEqualTo(finished);
  }

  @Test
  void s10_completeAfterRenew_finishes() {
    Ledger ledger = new Ledger();
    long version = ledger.begin(0, begin("a")).record().claim().version();
    ledger.renew(1, renew(version, "a", 60, LeaseExpiry.HOLD));
    ledger.ask(1, complete(version, "a", "done"));

    assertThat(ledger.record().state()).isEqualTo(State.SUCCEEDED);
    assertThat(ledger.record().leaseExpiresAt()).isNull();
  }

  @Test
  void s14_workDiesBeforeAndAfterItsSwitchToHold_runsAgainOrIsHeld() {
    Ledger before = new Ledger();
    before.begin(0, begin("a", LeaseExpiry.RETRY));
    Ledger after = new Ledger();
    long version = after.begin(0, begin("a", LeaseExpiry.RETRY)).record().claim().version();
    after.renew(1, renew(version, "a", 30, LeaseExpiry.HOLD));

    assertThat(before.begin(99, begin("b")).decision()).isEqualTo(Decision.EXECUTE);
    assertThat(after.begin(99, begin("b")).decision()).isEqualTo(Decision.IN_DOUBT);
  }

  @Test
  void s19_wholeLife_keepsOperationDigestAndFirstSeen() {
    Ledger ledger = new Ledger();
    Intent intent = ledger.begin(0, begin("a")).record().intent();
    ledger.ask(1, renew(ledger.version(), "a", 60, LeaseExpiry.HOLD));
    ledger.ask(2, fail(ledger.version(), "a", FailureKind.UNKNOWN, "timeout"));
    ledger.ask(3, fail(ledger.version(), "a", FailureKind.RETRYABLE, "busy"));
    Command.Begin plain = begin("b");
    ledger.ask(
        4,
        new Command.Begin(
            plain.key(),
            plain.operation(),
            List.of(Samples.digest("new recipe"), Samples.DIGEST),
            plain.attemptId(),
            "another owner",
            plain.lease(),
            null,
            null,
            Map.of("other", "labels")));
    ledger.ask(5, complete(ledger.version(), "b", "done"));

    assertThat(ledger.record().state()).isEqualTo(State.SUCCEEDED);
    assertThat(ledger.record().intent()).isEqualTo(intent);
    assertThat(intent.requestDigest()).isEqualTo(Samples.DIGEST);
    assertThat(intent.firstSeen()).isEqualTo(Samples.at(0));
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void s22_dryRunUnderTheSameKey_refusedInEveryState(Sample sample) {
    Ledger ledger = Ledger.of(sample);
    Command.Begin real = begin("c");
    Command.Begin dryRun =
        new Command.Begin(
            real.key(),
            "order.create.dry_run",
            real.digests(),
            real.attemptId(),
            real.owner(),
            real.lease(),
            null,
            null,
            real.labels());
    Command.Get reader = new Command.Get(real.key(), "order.create.dry_run", Samples.DIGEST);

    assertThat(ledger.refusal(10, dryRun)).isEqualTo(Reason.OPERATION_MISMATCH);
    assertThat(ledger.refusal(10, reader)).isEqualTo(Reason.OPERATION_MISMATCH);
    assertThat(ledger.record()).isEqualTo(sample.record());
  }

  @Test
  void s24_emptyPayload_isAResultLikeAnyOther() {
    Ledger ledger = new Ledger();
    long version = ledger.begin(0, begin("a")).record().claim().version();
    Command.Complete empty =
        new Command.Complete(Samples.claim(version, "a"), Payload.EMPTY, List.of());
    ledger.ask(1, empty);
    Record finished = ledger.record();

    Answer.Begun replay = ledger.begin(2, begin("b"));
    assertThat(replay.decision()).isEqualTo(Decision.REPLAY);
    assertThat(replay.record().result()).isEqualTo(Payload.EMPTY);
    assertThat(ledger.ask(3, empty)).isEqualTo(new Answer.Known(finished));
    assertThat(ledger.refusal(4, complete(version, "a", "done"))).isEqualTo(Reason.RESULT_CONFLICT);
  }

  @Test
  void incident_oneIntentSentEightTimes_oneExecutionAndSevenReuses() {
    Ledger ledger = new Ledger();
    int executions = 0;
    int reuses = 0;
    for (String attempt : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
      Answer.Begun begun = ledger.begin(1, begin(attempt));
      if (begun.decision() == Decision.EXECUTE) {
        executions++;
        ledger.ask(1.43, complete(ledger.version(), attempt, "O-501"));
      } else if (begun.decision() == Decision.REPLAY) {
        assertThat(begun.record().result()).isEqualTo(Samples.payload("O-501"));
        reuses++;
      }
    }

    assertThat(executions).isEqualTo(1);
    assertThat(reuses).isEqualTo(7);
    assertThat(ledger.ask(2, get())).isEqualTo(new Answer.Known(ledger.record()));
  }
}
