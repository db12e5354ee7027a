package dev.onceward.server.record;

import static dev.onceward.server.record.Samples.at;
import static dev.onceward.server.record.Samples.begin;
import static dev.onceward.server.record.Samples.complete;
import static dev.onceward.server.record.Samples.get;
import static dev.onceward.server.record.Samples.renew;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** When a lease ends, to the millisecond, and what is there then. */
final class LeaseTest {

  @ParameterizedTest(name = "{0} s with {1} s allowed: over {2}")
  @CsvSource({
    "29.999, 0, false",
    "30, 0, false",
    "30.0009, 0, false",
    "30.001, 0, true",
    "32.999, 3, false",
    "33, 3, false",
    "33.0009, 3, false",
    "33.001, 3, true",
    "33.001, 3.0005, true",
    "33.001, 3.001, false",
  })
  void expiry_aroundDeadlineAndSkewAllowance_onlyPastBoth(
      double second, double skewSeconds, boolean over) {
    Record record = Sample.WORKING.record();
    Duration skew = Duration.ofNanos(Math.round(skewSeconds * 1_000_000_000));

    Record seen =
        Expiry.applied(record, new Terms(at(second), skew, 0, Tenancy.DEFAULT, "s-1", true));

    assertThat(seen.state()).isEqualTo(over ? State.FAILED_RETRYABLE : State.PROCESSING);
  }

  @ParameterizedTest
  @EnumSource(
      value = Sample.class,
      names = {"WORKING", "HOLDING", "SECOND"},
      mode = EnumSource.Mode.EXCLUDE)
  void expiry_otherStates_neverExpire(Sample sample) {
    Record record = sample.record();

    assertThat(Expiry.applied(record, Samples.terms(1_000_000_000))).isSameAs(record);
  }

  @Test
  void expiry_underRetry_failsWithTheServersWordsAtTheDeadline() {
    Record before = Sample.SECOND.record();

    Record after = Expiry.applied(before, Samples.terms(500));

    assertThat(Told.changes(before, after).toString())
        .isEqualTo(
            "{state=FAILED_RETRYABLE, cause=LEASE_EXPIRED, since=+30s, revision=4, deadline=-,"
                + " failure=RETRYABLE/LEASE_EXPIRED}");
    assertThat(after.failure())
        .isEqualTo(
            new Failure(
                FailureKind.RETRYABLE,
                "LEASE_EXPIRED",
                "the lease ended without Complete or Fail",
                Payload.EMPTY,
                null));
  }

  @Test
  void expiry_underHold_doubtsAndKeepsThePreviousFailure() {
    RecordDraft draft = new RecordDraft(Sample.SECOND.record());
    draft.claim = draft.claim.held();
    Record before = draft.build(3);

    Record after = Expiry.applied(before, Samples.terms(500));

    assertThat(Told.changes(before, after).toString())
        .isEqualTo("{state=IN_DOUBT, cause=LEASE_EXPIRED, since=+30s, revision=4, deadline=-}");
    assertThat(after.failure()).isEqualTo(before.failure());
  }

  @ParameterizedTest(name = "{0}, reaped {1}")
  @CsvSource({"RETRY, true", "RETRY, false", "HOLD, true", "HOLD, false"})
  void get_afterTheLease_tellsTheSameWhetherReapedOrNot(LeaseExpiry expiry, boolean reaped) {
    Ledger ledger = new Ledger();
    ledger.begin(0, begin("a", expiry));
    if (reaped) {
      ledger.reap(40);
    }

    Record told = ((Answer.Known) ledger.ask(50, get())).record();

    assertThat(told.state())
        .isEqualTo(expiry == LeaseExpiry.RETRY ? State.FAILED_RETRYABLE : State.IN_DOUBT);
    assertThat(told.cause()).isEqualTo(Cause.LEASE_EXPIRED);
    assertThat(told.revision()).isEqualTo(2);
    assertThat(told.stateSince()).isEqualTo(at(30));
  }

  @Test
  void expiry_ofARenewedLease_countsFromTheNewDeadline() {
    Ledger ledger = new Ledger();
    long version = ledger.begin(0, begin("a")).record().claim().version();
    ledger.renew(20, renew(version, "a", 30, null));

    ledger.reap(53);
    assertThat(ledger.record().state()).isEqualTo(State.PROCESSING);
    ledger.reap(53.001);
    assertThat(ledger.record().state()).isEqualTo(State.FAILED_RETRYABLE);
  }

  @ParameterizedTest(name = "at {0} s for {1} s until {2} s")
  @CsvSource({
    "0, 1, 1",
    "0, 1.0000001, 1.001",
    "0, 1.0005, 1.001",
    "0, 1.001, 1.001",
    "0.0009, 1, 1",
    "0.0009, 1.0009, 1.001",
    "0.0019999, 1.0000001, 1.002",
  })
  void deadline_fractionsOfAMillisecond_roundedUpFromAWholeNow(
      double second, double leaseSeconds, double deadline) {
    Grant granted = new Grant(second, leaseSeconds);

    assertThat(granted.byBegin()).isEqualTo(at(deadline));
    assertThat(granted.byRenew()).isEqualTo(at(deadline));
  }

  /** The deadlines that Begin and Renew grant at one moment. */
  private record Grant(double second, double leaseSeconds) {
    @Nullable Instant byBegin() {
      Command.Begin plain = begin("a");
      Command.Begin begin =
          new Command.Begin(
              plain.key(),
              plain.operation(),
              plain.digests(),
              plain.attemptId(),
              plain.owner(),
              Duration.ofNanos(Math.round(leaseSeconds * 1_000_000_000)),
              null,
              null,
              plain.labels());
      return new Ledger().begin(second, begin).record().leaseExpiresAt();
    }

    @Nullable Instant byRenew() {
      RecordDraft draft = new RecordDraft(Sample.WORKING.record());
      draft.leaseExpiresAt = at(0);
      Command.Renew renew = renew(Samples.versionAt(0), "a", leaseSeconds, null);
      Outcome outcome =
          Samples.decide(draft.build(1), renew, Samples.terms(second, Policy.DEFAULT));
      return ((Answer.Renewed) outcome.answer()).record().leaseExpiresAt();
    }
  }

  @Test
  void claim_nothingAsked_takesThePolicysLease() {
    Policy policy =
        Samples.policy(
            new Policy.Claims(
                LeaseExpiry.RETRY,
                Duration.ofMinutes(2),
                Duration.ofMinutes(15),
                Policy.UNLIMITED,
                Duration.ZERO,
                false));
    Ledger ledger = new Ledger(policy);
    Command.Begin plain = begin("a");
    Command.Begin silent =
        new Command.Begin(
            plain.key(),
            plain.operation(),
            plain.digests(),
            plain.attemptId(),
            plain.owner(),
            null,
            null,
            null,
            plain.labels());

    Answer.Begun begun = ledger.begin(0, silent);
    assertThat(begun.leaseRemaining()).isEqualTo(Duration.ofMinutes(2));
    assertThat(begun.record().claim().onLeaseExpiry()).isEqualTo(LeaseExpiry.RETRY);

    Command.Renew renew =
        new Command.Renew(Samples.claim(ledger.version(), "a"), null, null, List.of());
    assertThat(ledger.renew(60, renew).leaseRemaining()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void renew_nothingSaidUnderAPolicyOfHold_leavesRetryAlone() {
    Ledger ledger = new Ledger(Policy.DEFAULT);
    long version = ledger.begin(0, begin("a", LeaseExpiry.RETRY)).record().claim().version();

    Answer.Renewed renewed = ledger.renew(1, renew(version, "a", 30, null));

    assertThat(renewed.record().claim().onLeaseExpiry()).isEqualTo(LeaseExpiry.RETRY);
  }

  @Test
  void renew_afterTheLease_lostEvenIfNotReaped() {
    Ledger ledger = new Ledger();
    long version = ledger.begin(0, begin("a")).record().claim().version();

    assertThat(ledger.refusal(33.001, renew(version, "a", 30, null))).isEqualTo(Reason.LEASE_LOST);
    assertThat(ledger.refusal(33.001, renew(version, "a", 30, LeaseExpiry.HOLD)))
        .isEqualTo(Reason.LEASE_LOST);
  }

  @ParameterizedTest(name = "{0}, reaped {1}")
  @CsvSource({"RETRY, true", "RETRY, false", "HOLD, true", "HOLD, false"})
  void complete_afterTheLeaseBeforeAnotherClaim_wins(LeaseExpiry expiry, boolean reaped) {
    Ledger ledger = new Ledger();
    long version = ledger.begin(0, begin("a", expiry)).record().claim().version();
    if (reaped) {
      ledger.reap(40);
    }

    ledger.ask(99, complete(version, "a", "done"));

    Record record = ledger.record();
    assertThat(record.state()).isEqualTo(State.SUCCEEDED);
    assertThat(record.stateSince()).isEqualTo(at(99));
    assertThat(record.failure()).isNull();
    assertThat(record.revision()).isEqualTo(3);
  }

  @Test
  void terms_negativeAllowanceOrFloor_refused() {
    assertThatThrownBy(
            () -> new Terms(at(0), Duration.ofNanos(-1), 0, Tenancy.DEFAULT, "s-1", true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Terms(at(0), Duration.ZERO, -1, Tenancy.DEFAULT, "s-1", true))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
