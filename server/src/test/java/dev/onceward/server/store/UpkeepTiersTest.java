package dev.onceward.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.record.AfterArchive;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Cause;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Event;
import dev.onceward.server.record.EventKind;
import dev.onceward.server.record.Failure;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.PayloadOmitted;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.record.Tier;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the pass over finished and failed records stores of them, and when. */
final class UpkeepTiersTest {
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Payload RESULT = Calls.payload("O-501 confirmed");

  private final StoreRig rig = new StoreRig();

  @BeforeEach
  void layDown() {
    rig.layDownFromTheBeginning(StoreRig.WINDOWS, AfterArchive.REFUSE);
  }

  @AfterEach
  void recount() {
    assertThat(rig.differences()).isEmpty();
  }

  private Record stored() {
    return Objects.requireNonNull(rig.stored(KEY)).record();
  }

  private static Payload payload(Record record) {
    return Objects.requireNonNull(record.payload());
  }

  private static Tier tier(Record record) {
    return Objects.requireNonNull(record.kept()).tier();
  }

  private Record failed(FailureKind kind) {
    Record held = rig.told(Calls.begin(KEY, "a"));
    return rig.told(Calls.fail(held, kind, RESULT));
  }

  @Test
  void step_endOfRetry_dropsThePayloadAndKeepsWhatProvesIt() {
    Record before = rig.succeeded(KEY, "O-501");
    rig.setDay(1);
    Record seen = rig.told(Calls.get(KEY));

    UpkeepStep step = rig.pass(Chore.TIERS);

    assertThat(step.stored()).isEqualTo(1);
    assertThat(step.oldestDue()).isEqualTo(rig.now);
    assertThat(stored()).isEqualTo(seen);
    assertThat(stored().result()).isEqualTo(RESULT.without(PayloadOmitted.EXPIRED));
    assertThat(payload(stored()).digest()).isEqualTo(RESULT.digest());
    assertThat(payload(stored()).size()).isEqualTo(RESULT.size());
    assertThat(stored().references()).containsExactly("O-501");
    assertThat(tier(stored())).isEqualTo(Tier.REPLAY);
    assertThat(stored().revision()).isEqualTo(before.revision() + 1);
    assertThat(stored().events()).isEqualTo(before.events());
  }

  @Test
  void step_endOfRetryOfALongPayload_clearsItsChunks() {
    Record held = rig.told(Calls.begin(KEY, "a"));
    rig.told(Calls.complete(held, Calls.payload(200_000, 7)));
    assertThat(Objects.requireNonNull(rig.stored(KEY)).chunkCount()).isEqualTo(4);
    rig.setDay(1);

    rig.pass(Chore.TIERS);

    assertThat(Objects.requireNonNull(rig.stored(KEY)).chunkCount()).isZero();
    for (int n = 0; n < 4; n++) {
      assertThat(rig.row(rig.layout.chunk(rig.layout.bucketOf(KEY), KEY, n))).isNull();
    }
  }

  @Test
  void step_oneMillisecondBeforeTheEndOfRetry_looksAtNothing() {
    rig.succeeded(KEY);
    rig.setDay(1);
    rig.now = rig.now.minus(MILLI);

    assertThat(rig.pass(Chore.TIERS)).isEqualTo(UpkeepStep.NOTHING);
    assertThat(stored().result()).isEqualTo(RESULT);
  }

  @Test
  void step_endOfReplay_hasNothingToStore() {
    rig.succeeded(KEY);
    rig.setDay(1);
    rig.pass(Chore.TIERS);
    Record replayed = stored();
    rig.setDay(7);

    assertThat(rig.pass(Chore.TIERS)).isEqualTo(UpkeepStep.NOTHING);
    assertThat(stored()).isEqualTo(replayed);
    assertThat(tier(rig.told(Calls.get(KEY)))).isEqualTo(Tier.DISPUTE);
  }

  @Test
  void step_emptyResult_isNotLookedAtBeforeTheEndOfDispute() {
    Record held = rig.told(Calls.begin(KEY, "a"));
    rig.told(Calls.complete(held, Payload.EMPTY));
    rig.setDay(29);

    assertThat(rig.pass(Chore.TIERS)).isEqualTo(UpkeepStep.NOTHING);

    rig.setDay(30);
    assertThat(rig.pass(Chore.TIERS).stored()).isEqualTo(1);
  }

  @Test
  void step_endOfDispute_movesTheRecordIntoTheArchive() {
    Record before = rig.succeeded(KEY, "O-501", "P-7");
    rig.setDay(30);

    assertThat(rig.pass(Chore.TIERS).stored()).isEqualTo(1);

    int bucket = rig.layout.bucketOf(KEY);
    assertThat(rig.stored(KEY)).isNull();
    assertThat(rig.row(rig.layout.reference(bucket, KEY, "O-501"))).isNull();
    FiledRow filed = Objects.requireNonNull(rig.filed(KEY));
    assertThat(filed.archived().version()).isEqualTo(before.claim().version());
    assertThat(filed.archived().references()).containsExactly("O-501", "P-7");
    assertThat(filed.archived().state()).isEqualTo(State.SUCCEEDED);
    assertThat(rig.row(rig.layout.archivedReference(bucket, ArchiveKey.of(KEY), "O-501")))
        .isEmpty();
    assertThat(rig.floorOf(KEY)).isZero();
    assertThat(rig.ask(Calls.get(KEY))).isInstanceOf(Answer.Filed.class);
  }

  @Test
  void step_oneMillisecondBeforeTheEndOfDispute_keepsTheRecord() {
    rig.succeeded(KEY, "O-501");
    rig.setDay(30);
    rig.now = rig.now.minus(MILLI);

    rig.pass(Chore.TIERS);

    assertThat(tier(stored())).isEqualTo(Tier.DISPUTE);
    assertThat(rig.filed(KEY)).isNull();
    rig.now = rig.now.plus(MILLI);
    assertThat(rig.pass(Chore.TIERS).stored()).isEqualTo(1);
    assertThat(rig.stored(KEY)).isNull();
  }

  @Test
  void step_farLateOnARecordNobodyLookedAt_forgetsItAndRaisesTheFloor() {
    Record before = rig.succeeded(KEY, "O-501");
    rig.setDay(1_000);

    assertThat(rig.pass(Chore.TIERS).stored()).isEqualTo(1);

    assertThat(rig.stored(KEY)).isNull();
    assertThat(rig.filed(KEY)).isNull();
    assertThat(rig.floorOf(KEY)).isEqualTo(before.claim().version());
  }

  @Test
  void step_twice_findsNothingMoreToDo() {
    rig.succeeded(KEY);
    rig.setDay(1);
    rig.pass(Chore.TIERS);
    Record once = stored();

    assertThat(rig.pass(Chore.TIERS).looked()).isZero();
    assertThat(stored()).isEqualTo(once);
  }

  @Test
  void step_longerPolicyThanAtItsEnd_extends() {
    rig.succeeded(KEY);
    rig.setDay(0);
    rig.replaceWindows(StoreRig.windows(2, 14, 60, 90));
    rig.setDay(1);

    UpkeepStep step = rig.pass(Chore.TIERS);

    assertThat(step.deferred()).isEqualTo(1);
    assertThat(step.stored()).isZero();
    assertThat(stored().result()).isEqualTo(RESULT);
    assertThat(rig.pass(Chore.TIERS)).isEqualTo(UpkeepStep.NOTHING);
    rig.setDay(2);
    assertThat(rig.pass(Chore.TIERS).stored()).isEqualTo(1);
    rig.setDay(59);
    rig.passAll();
    assertThat(tier(stored())).isEqualTo(Tier.REPLAY);
    rig.setDay(60);
    rig.passAll();
    assertThat(rig.stored(KEY)).isNull();
  }

  @Test
  void step_longerPolicyAfterTheTierHadEnded_bringsNothingBack() {
    rig.succeeded(KEY);
    rig.setDay(3);
    rig.replaceWindows(StoreRig.windows(14, 14, 60, 90));

    assertThat(payload(rig.told(Calls.get(KEY))).bytes()).isNull();
    assertThat(rig.pass(Chore.TIERS).stored()).isEqualTo(1);
    assertThat(payload(stored()).bytes()).isNull();
  }

  @Test
  void step_shorterPolicyThanAtItsEnd_shortensNothing() {
    rig.succeeded(KEY);
    rig.replaceWindows(StoreRig.windows(0, 0, 0, 0));
    rig.setDay(1);
    rig.now = rig.now.minus(MILLI);
    assertThat(rig.passAll()).isEqualTo(UpkeepStep.NOTHING);
    assertThat(stored().result()).isEqualTo(RESULT);
    rig.setDay(30);
    rig.now = rig.now.minus(MILLI);
    rig.passAll();
    assertThat(payload(stored()).bytes()).isNull();
    rig.setDay(30);
    rig.passAll();
    assertThat(rig.stored(KEY)).isNull();
    assertThat(rig.filed(KEY)).isNotNull();
  }

  @Test
  void step_failedAndLeftAlone_isGivenUpAndThenFollowsThePath() {
    failed(FailureKind.RETRYABLE);
    rig.setDay(7);
    rig.now = rig.now.minus(MILLI);
    assertThat(rig.pass(Chore.TIERS)).isEqualTo(UpkeepStep.NOTHING);
    assertThat(stored().state()).isEqualTo(State.FAILED_RETRYABLE);

    rig.setDay(7);
    assertThat(rig.pass(Chore.TIERS).stored()).isEqualTo(1);

    Record abandoned = stored();
    assertThat(abandoned.state()).isEqualTo(State.FAILED_FINAL);
    assertThat(abandoned.cause()).isEqualTo(Cause.ABANDONED);
    assertThat(abandoned.stateSince()).isEqualTo(rig.now);
    assertThat(Objects.requireNonNull(abandoned.failure()).code()).isEqualTo(Failure.ABANDONED);
    assertThat(payload(abandoned)).isEqualTo(RESULT);
    assertThat(abandoned.events()).extracting(Event::kind).endsWith(EventKind.ABANDONED);
    rig.setDay(8);
    rig.pass(Chore.TIERS);
    assertThat(payload(stored()).bytes()).isNull();
    rig.setDay(37);
    rig.pass(Chore.TIERS);
    assertThat(rig.stored(KEY)).isNull();
    assertThat(Objects.requireNonNull(rig.filed(KEY)).archived().state())
        .isEqualTo(State.FAILED_FINAL);
  }

  @Test
  void step_givenUpLate_storesTheVeryRecordThatAnEarlierPassWould() {
    failed(FailureKind.RETRYABLE);
    rig.setDay(7);
    Record early = rig.told(Calls.get(KEY));
    rig.now = rig.now.plus(Duration.ofHours(5));

    rig.pass(Chore.TIERS);

    assertThat(stored()).isEqualTo(early);
  }

  @Test
  void step_failedAndTriedAgain_leavesTheClaimAlone() {
    failed(FailureKind.RETRYABLE);
    rig.setDay(7);
    rig.now = rig.now.minus(MILLI);
    Record held = rig.told(Calls.begin(KEY, "b"));
    rig.setDay(7);

    assertThat(rig.pass(Chore.TIERS)).isEqualTo(UpkeepStep.NOTHING);
    assertThat(stored()).isEqualTo(held);
  }

  @Test
  void step_rightAfterAFailure_purgesNothing() {
    // S28: a failure's window is not that of nothing.
    Record failed = failed(FailureKind.FINAL);

    assertThat(rig.passAll()).isEqualTo(UpkeepStep.NOTHING);
    rig.now = rig.now.plusSeconds(60);
    assertThat(rig.passAll()).isEqualTo(UpkeepStep.NOTHING);

    assertThat(stored()).isEqualTo(failed);
    assertThat(((Answer.Begun) rig.ask(Calls.begin(KEY, "b"))).decision())
        .isEqualTo(Decision.REPLAY);
  }

  @Test
  void passAll_claimWithALeaseLongPast_neverCleanedByRetention() {
    // S8: a claim is the business of the lease, however old.
    rig.told(Calls.begin(KEY, "a", LeaseExpiry.HOLD));
    Record claimed = stored();
    rig.setDay(5_000);

    assertThat(rig.pass(Chore.TIERS)).isEqualTo(UpkeepStep.NOTHING);
    assertThat(rig.pass(Chore.ARCHIVE)).isEqualTo(UpkeepStep.NOTHING);

    assertThat(stored()).isEqualTo(claimed);
  }

  @Test
  void passAll_doubt_neverCleaned() {
    rig.told(Calls.begin(KEY, "a", LeaseExpiry.HOLD));
    rig.setDay(1);
    rig.passAll();
    Record doubt = stored();
    assertThat(doubt.state()).isEqualTo(State.IN_DOUBT);
    rig.setDay(5_000);

    assertThat(rig.passAll()).isEqualTo(UpkeepStep.NOTHING);

    assertThat(stored()).isEqualTo(doubt);
    assertThat(rig.told(Calls.get(KEY))).isEqualTo(doubt);
  }

  @Test
  void step_frozen_isPutOffAndTakenUpAgainAfterwards() {
    rig.succeeded(KEY);
    rig.now = rig.now.plusSeconds(60);
    rig.freeze("K-");
    rig.setDay(40);

    UpkeepStep step = rig.pass(Chore.TIERS);

    assertThat(step.deferred()).isEqualTo(1);
    assertThat(step.stored()).isZero();
    assertThat(stored().result()).isEqualTo(RESULT);
    assertThat(rig.pass(Chore.TIERS)).isEqualTo(UpkeepStep.NOTHING);
    rig.unfreeze("K-");
    rig.now = rig.now.plus(Duration.ofMinutes(10));
    assertThat(rig.pass(Chore.TIERS).stored()).isEqualTo(1);
    assertThat(rig.stored(KEY)).isNull();
  }
}
