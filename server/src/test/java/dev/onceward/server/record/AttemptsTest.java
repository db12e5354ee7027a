package dev.onceward.server.record;

import static dev.onceward.server.record.Samples.attemptId;
import static dev.onceward.server.record.Samples.begin;
import static dev.onceward.server.record.Samples.complete;
import static dev.onceward.server.record.Samples.fail;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which attempts get a claim, how many there may be, and what versions they get. */
final class AttemptsTest {

  @ParameterizedTest(name = "previous {0}, floor {1}, clock {2}: {3}")
  @CsvSource({
    "0, 0, 10000, 10000",
    "9999, 0, 10000, 10000",
    "10000, 0, 10000, 10001",
    "10001, 0, 10000, 10002",
    "0, 10000, 10000, 10001",
    "0, 99999, 10000, 100000",
    "500, 700, 10000, 10000",
    "20000, 30000, 10000, 30001",
    "30000, 20000, 10000, 30001",
    "20000, 20000, 10000, 20001",
    "5, 7, -10000, 8",
    "0, 0, -10000, 1",
  })
  void mintVersion_previousFloorAndClock_theHighestWins(
      long previous, long floor, long clockMicros, long version) {
    Terms terms =
        new Terms(
            Instant.EPOCH.plus(clockMicros, ChronoUnit.MICROS),
            Duration.ZERO,
            floor,
            Tenancy.DEFAULT,
            "s-1",
            true);

    assertThat(terms.mintVersion(previous)).isEqualTo(version);
  }

  @Test
  void begin_againByASlowClock_versionStillRises() {
    Ledger ledger = new Ledger();
    long first = ledger.begin(100, begin("a")).record().claim().version();
    ledger.ask(100, fail(first, "a", FailureKind.RETRYABLE, "busy"));

    assertThat(ledger.begin(1, begin("b")).record().claim().version()).isEqualTo(first + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void begin_pastTheLastAttemptByFail_finishesWithTheLastFailure(int max) {
    Ledger ledger = new Ledger(Samples.attemptsMax(max));
    for (int i = 1; i <= max; i++) {
      assertThat(ledger.begin(i, begin("a" + i)).decision()).isEqualTo(Decision.EXECUTE);
      Failure failure =
          new Failure(FailureKind.RETRYABLE, "busy", "no " + i, Samples.payload("x" + i), null);
      Command.ClaimRef claim = Samples.claim(ledger.version(), "a" + i);
      ledger.ask(i, new Command.Fail(claim, failure, Duration.ZERO));
    }

    Answer.Begun last = ledger.begin(50, begin("z"));

    assertThat(last.decision()).isEqualTo(Decision.REPLAY);
    assertThat(last.record().state()).isEqualTo(State.FAILED_FINAL);
    assertThat(last.record().cause()).isEqualTo(Cause.ATTEMPTS_EXHAUSTED);
    assertThat(last.record().claim().attempt()).isEqualTo(max);
    assertThat(last.record().claim().attemptId()).isEqualTo(attemptId("a" + max));
    assertThat(last.record().failure())
        .isEqualTo(
            new Failure(
                FailureKind.FINAL,
                "ATTEMPTS_EXHAUSTED",
                "no " + max,
                Samples.payload("x" + max),
                null));
  }

  @ParameterizedTest(name = "of {0}, reaped {1}")
  @CsvSource({"1, true", "1, false", "3, true", "3, false"})
  void begin_pastTheLastAttemptByExpiry_inDoubtSinceItMayHaveSucceeded(int max, boolean reaped) {
    Ledger ledger = new Ledger(Samples.attemptsMax(max));
    for (int i = 1; i <= max; i++) {
      assertThat(ledger.begin(100 * i, begin("a" + i)).decision()).isEqualTo(Decision.EXECUTE);
    }
    if (reaped) {
      ledger.reap(900);
    }
    long version = ledger.version();

    assertThat(ledger.begin(1000, begin("z")).decision()).isEqualTo(Decision.IN_DOUBT);
    assertThat(ledger.record().cause()).isEqualTo(Cause.ATTEMPTS_EXHAUSTED);

    ledger.ask(1001, complete(version, "a" + max, "done"));
    assertThat(ledger.record().state()).isEqualTo(State.SUCCEEDED);
  }

  @Test
  void begin_doubtOfTheLastAttemptSettledAsFailed_finishesAtTheNextBegin() {
    Ledger ledger = new Ledger(Samples.attemptsMax(1));
    long version = ledger.begin(0, begin("a")).record().claim().version();
    ledger.begin(99, begin("b"));
    ledger.ask(100, fail(version, "a", FailureKind.RETRYABLE, "busy"));

    assertThat(ledger.begin(101, begin("c")).decision()).isEqualTo(Decision.REPLAY);
    assertThat(ledger.record().state()).isEqualTo(State.FAILED_FINAL);
  }

  @Test
  void begin_anySpentAttempt_neverMintsAgain() {
    Ledger ledger = failedTimes(Record.SPENT_ATTEMPT_IDS_MAX + 1);
    Record before = ledger.record();

    for (int i = 0; i <= Record.SPENT_ATTEMPT_IDS_MAX; i++) {
      assertThat(ledger.refusal(500, begin("n" + i))).isEqualTo(Reason.ALREADY_FAILED);
    }
    assertThat(ledger.record()).isEqualTo(before);
  }

  @Test
  void begin_spentLongerAgoThanIsRemembered_isNotRecognised() {
    Ledger ledger = failedTimes(Record.SPENT_ATTEMPT_IDS_MAX + 2);

    assertThat(ledger.refusal(500, begin("n1"))).isEqualTo(Reason.ALREADY_FAILED);
    assertThat(ledger.begin(500, begin("n0")).decision()).isEqualTo(Decision.EXECUTE);
    assertThat(ledger.record().spentAttemptIds()).hasSize(Record.SPENT_ATTEMPT_IDS_MAX);
  }

  private static Ledger failedTimes(int times) {
    Ledger ledger = new Ledger();
    for (int i = 0; i < times; i++) {
      ledger.begin(i, begin("n" + i));
      ledger.ask(i, fail(ledger.version(), "n" + i, FailureKind.RETRYABLE, "busy"));
    }
    return ledger;
  }

  @Test
  void begin_expectedVersionOfTheFailure_claimsOnceOnly() {
    Ledger ledger = new Ledger(Samples.byVersion());
    long failed = ledger.begin(0, begin("a")).record().claim().version();
    ledger.ask(1, fail(failed, "a", FailureKind.RETRYABLE, "busy"));

    assertThat(ledger.begin(2, begin("b", failed)).decision()).isEqualTo(Decision.EXECUTE);
    assertThat(ledger.begin(2, begin("c", failed)).decision()).isEqualTo(Decision.IN_PROGRESS);
    ledger.ask(3, fail(ledger.version(), "b", FailureKind.RETRYABLE, "busy"));
    assertThat(ledger.begin(4, begin("c", failed)).decision()).isEqualTo(Decision.RETRY_LATER);
  }

  @Test
  void begin_repeatedWithTheVersionItClaimedBy_resumes() {
    Ledger ledger = new Ledger(Samples.byVersion());
    long failed = ledger.begin(0, begin("a")).record().claim().version();
    ledger.ask(1, fail(failed, "a", FailureKind.RETRYABLE, "busy"));
    ledger.begin(2, begin("b", failed));

    assertThat(ledger.begin(3, begin("b", failed)).resumed()).isTrue();
  }

  @Test
  void fail_lateAfterExpiry_pauseCountsFromTheReport() {
    Ledger ledger = new Ledger(Samples.backOff(Duration.ofSeconds(5)));
    long version = ledger.begin(0, begin("a")).record().claim().version();
    ledger.ask(40, fail(version, "a", FailureKind.RETRYABLE, "busy"));

    Answer.Begun tooEarly = ledger.begin(44.999, begin("b"));
    assertThat(tooEarly.decision()).isEqualTo(Decision.RETRY_LATER);
    assertThat(tooEarly.retryAfter()).isEqualTo(Duration.ofMillis(1));
    assertThat(ledger.begin(45, begin("b")).decision()).isEqualTo(Decision.EXECUTE);
  }

  @Test
  void begin_afterExpiry_needsNoPauseWhateverTheBackOff() {
    Ledger ledger = new Ledger(Samples.backOff(Duration.ofSeconds(5)));
    ledger.begin(0, begin("a"));

    assertThat(ledger.begin(33.001, begin("b")).decision()).isEqualTo(Decision.EXECUTE);
  }
}
