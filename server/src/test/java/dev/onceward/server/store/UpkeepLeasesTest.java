package dev.onceward.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.StoreException;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Cause;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The reaper stores what any command would have seen, and nothing else. */
final class UpkeepLeasesTest {
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Instant LEASE_END = StoreRig.START.plus(Calls.LEASE);

  /** When the claim counts as over. */
  private static final Instant OVER = LEASE_END.plus(StoreRig.SKEW).plus(MILLI);

  private final StoreRig rig = new StoreRig();

  @AfterEach
  void recount() {
    assertThat(rig.differences()).isEmpty();
  }

  private Record stored() {
    return Objects.requireNonNull(rig.stored(KEY)).record();
  }

  private CompletableFuture<UpkeepStep> reap(CompletableFuture<Void> mayCommit) {
    return rig.step(rig.placeOf(KEY, Chore.LEASES), 10, mayCommit);
  }

  @Test
  void step_leaseEndedUnderRetry_storesTheFailure() {
    rig.told(Calls.begin(KEY, "a", LeaseExpiry.RETRY));
    rig.now = OVER;
    Record seen = rig.told(Calls.get(KEY));

    assertThat(rig.pass(Chore.LEASES).stored()).isEqualTo(1);

    assertThat(stored().state()).isEqualTo(State.FAILED_RETRYABLE);
    assertThat(stored()).isEqualTo(seen);
  }

  @Test
  void step_leaseEndedUnderHold_storesTheDoubt() {
    rig.told(Calls.begin(KEY, "a", LeaseExpiry.HOLD));
    rig.now = OVER;
    Record seen = rig.told(Calls.get(KEY));

    assertThat(rig.pass(Chore.LEASES).stored()).isEqualTo(1);

    assertThat(stored().state()).isEqualTo(State.IN_DOUBT);
    assertThat(stored()).isEqualTo(seen);
  }

  @Test
  void step_oneMillisecondBeforeTheAllowanceIsOver_looksAtNothing() {
    rig.told(Calls.begin(KEY, "a"));
    rig.now = OVER.minus(MILLI);

    assertThat(rig.pass(Chore.LEASES)).isEqualTo(UpkeepStep.NOTHING);

    rig.now = OVER;
    assertThat(rig.pass(Chore.LEASES).stored()).isEqualTo(1);
  }

  @Test
  void step_twice_findsNothingMoreToDo() {
    rig.told(Calls.begin(KEY, "a"));
    rig.now = OVER;
    rig.pass(Chore.LEASES);
    Record once = stored();

    assertThat(rig.pass(Chore.LEASES).looked()).isZero();
    assertThat(stored()).isEqualTo(once);
  }

  @Test
  void step_renewedLongAgo_movesTheRowThatWasLeftBehind() {
    Record held = rig.told(Calls.begin(KEY, "a"));
    rig.now = LEASE_END.minusSeconds(1);
    Record renewed = rig.told(Calls.renew(held, null));
    rig.now = OVER;

    UpkeepStep step = rig.pass(Chore.LEASES);

    assertThat(step.moved()).isEqualTo(1);
    assertThat(step.stored()).isZero();
    assertThat(step.oldestClaim()).isEqualTo(StoreRig.START);
    assertThat(stored()).isEqualTo(renewed);
    assertThat(Objects.requireNonNull(rig.stored(KEY)).indexedDue())
        .isEqualTo(renewed.leaseExpiresAt());
    assertThat(rig.pass(Chore.LEASES).looked()).isZero();
  }

  @Test
  void step_lateByASecond_tellsSinceWhenItWasDue() {
    rig.told(Calls.begin(KEY, "a"));
    rig.now = OVER.plusSeconds(1);

    assertThat(rig.pass(Chore.LEASES).oldestDue()).isEqualTo(LEASE_END.plus(StoreRig.SKEW));
  }

  @Test
  void step_renewedAfterItWasListed_conflictsAndThenSeesIt() {
    Record held = rig.told(Calls.begin(KEY, "a"));
    CompletableFuture<Void> mayCommit = new CompletableFuture<>();
    rig.now = OVER;
    CompletableFuture<UpkeepStep> reaping = reap(mayCommit);
    // Another server's clock is behind this one's: by it, the lease is not over.
    rig.now = LEASE_END.minus(MILLI);
    Record renewed = rig.told(Calls.renew(held, null));

    mayCommit.complete(null);

    assertConflict(reaping);
    rig.now = OVER;
    assertThat(rig.pass(Chore.LEASES).moved()).isEqualTo(1);
    assertThat(stored()).isEqualTo(renewed);
  }

  @Test
  void step_commitsBeforeARenewalUnderWay_renewalIsTold() {
    Record held = rig.told(Calls.begin(KEY, "a"));
    CompletableFuture<Void> mayCommit = new CompletableFuture<>();
    rig.now = LEASE_END.minus(MILLI);
    CompletableFuture<Answer> renewing = rig.deciding(Calls.renew(held, null), mayCommit);
    rig.now = OVER;
    assertThat(rig.pass(Chore.LEASES).stored()).isEqualTo(1);

    mayCommit.complete(null);

    assertConflict(renewing);
    assertThat(((Answer.Refused) rig.ask(Calls.renew(held, null))).reason())
        .isEqualTo(Reason.LEASE_LOST);
    assertThat(stored().cause()).isEqualTo(Cause.LEASE_EXPIRED);
  }

  @Test
  void step_clockStepsBackWithinAPass_findsNothingMore() {
    rig.told(Calls.begin(KEY, "a"));
    rig.now = OVER;
    UpkeepStep first = rig.step(rig.placeOf(KEY, Chore.LEASES), 1).join();
    rig.now = rig.now.minusSeconds(1);

    UpkeepAttempt.Place next =
        new UpkeepAttempt.Place(Chore.LEASES, rig.layout.bucketOf(KEY), first.last());
    assertThat(rig.step(next, 1).join()).isEqualTo(UpkeepStep.NOTHING);
  }

  static void assertConflict(CompletableFuture<?> attempt) {
    assertThat(attempt)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CONFLICT));
  }
}
