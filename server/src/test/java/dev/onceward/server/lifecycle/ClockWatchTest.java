package dev.onceward.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.lifecycle.ClockRig.Watched;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ClockWatchTest {
  private static final Duration MINUTES_5 = Duration.ofMinutes(5);
  private static final Duration SECONDS_10 = Duration.ofSeconds(10);

  private final ClockRig rig = new ClockRig();

  // ---- alone

  @Test
  void alone_atOnce_trusted() {
    Watched server = rig.server("a");

    assertThat(server.trusts()).isTrue();
    assertThat(rig.names()).containsExactly("a");
  }

  @Test
  void start_storeSilentSinceTheFirstLook_notTrustedUntilItAnswers() {
    rig.server("a");
    Watched late = rig.server("b");

    // It has seen the other's row, and does not know yet whether that is alive.
    rig.storeAnswers(false);
    rig.pass(MINUTES_5);
    assertThat(late.trusts()).isFalse();
    rig.storeAnswers(true);
    rig.pass(SECONDS_10);

    assertThat(late.trusts()).isTrue();
  }

  @Test
  void alone_clockSet_notTrustedByTheVeryNextWhoAsks() {
    Watched server = rig.server("a");

    server.set(MINUTES_5);

    assertThat(server.trusts()).isFalse();
    rig.pass(SECONDS_10);
    assertThat(server.trusts()).isFalse();
    assertThat(server.skew()).isBetween(MINUTES_5.minusSeconds(1), MINUTES_5);
  }

  @Test
  void alone_clockSetBack_notTrusted() {
    Watched server = rig.server("a");

    server.set(Duration.ofMillis(-1_100));
    rig.pass(Duration.ofSeconds(2));

    assertThat(server.trusts()).isFalse();
  }

  @Test
  void alone_clockSetAndSetRight_trustedAgain() {
    Watched server = rig.server("a");
    server.set(MINUTES_5);
    rig.pass(SECONDS_10);

    server.set(MINUTES_5.negated());
    rig.pass(Duration.ofSeconds(1));

    assertThat(server.trusts()).isTrue();
  }

  @Test
  void alone_stepWithinTolerance_trusted() {
    Watched server = rig.server("a");

    server.set(Duration.ofMillis(900));
    rig.pass(Duration.ofMinutes(1));

    assertThat(server.trusts()).isTrue();
  }

  @Test
  void alone_slewedAsTimeSynchronisationDoes_trustedForHours() {
    Watched server = rig.server("a");

    for (int i = 0; i < 1_440; i++) {
      server.set(Duration.ofMillis(5)); // 500 ppm
      rig.pass(SECONDS_10);
    }

    assertThat(server.verdicts()).doesNotContain(false);
  }

  @Test
  void alone_slewedMuchFaster_notTrusted() {
    Watched server = rig.server("a");

    for (int i = 0; i < 60; i++) {
      server.set(Duration.ofMillis(50));
      rig.pass(SECONDS_10);
    }

    assertThat(server.trusts()).isFalse();
  }

  // ---- two

  @Test
  void two_agreeing_bothTrustedAllTheTime() {
    Watched a = rig.server("a");
    Watched b = rig.server("b", Duration.ofMillis(700));

    rig.pass(Duration.ofMinutes(10));

    assertThat(a.verdicts()).doesNotContain(false);
    assertThat(b.verdicts()).doesNotContain(false);
    assertThat(a.skew().minus(b.skew()).abs()).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void two_fiveMinutesApart_neitherTrusted() {
    Watched right = rig.server("a");
    Watched fast = rig.server("b", MINUTES_5);
    assertThat(fast.trusts()).as("before it has compared").isFalse();

    rig.pass(SECONDS_10);

    assertThat(right.trusts()).isFalse();
    assertThat(fast.trusts()).isFalse();
    assertThat(fast.verdicts()).as("not for a moment").doesNotContain(true);
    assertThat(fast.skew()).isCloseTo(Duration.ofSeconds(150), Duration.ofSeconds(1));
  }

  @Test
  void two_apartThenSetRight_bothTrusted() {
    Watched right = rig.server("a");
    Watched fast = rig.server("b", MINUTES_5);
    rig.pass(SECONDS_10);

    fast.set(MINUTES_5.negated());
    rig.pass(Duration.ofSeconds(3));

    assertThat(right.trusts()).isTrue();
    assertThat(fast.trusts()).isTrue();
  }

  @Test
  void two_apartAndOneStopsInOrder_theOtherIsTrusted() {
    Watched right = rig.server("a");
    Watched fast = rig.server("b", MINUTES_5);
    rig.pass(SECONDS_10);

    fast.leave();
    rig.pass(SECONDS_10);

    assertThat(right.trusts()).isTrue();
    assertThat(rig.names()).containsExactly("a");
  }

  @Test
  void two_apartAndOneDies_theOtherDoesNotBecomeRightByThat() {
    Watched right = rig.server("a");
    Watched fast = rig.server("b", MINUTES_5);
    rig.pass(SECONDS_10);

    right.reaches(false);
    rig.pass(Duration.ofMinutes(1));
    assertThat(fast.trusts()).isFalse();

    // Until its row is gone and with it the last who could tell.
    rig.pass(Duration.ofHours(1));
    assertThat(fast.trusts()).isTrue();
  }

  @Test
  void two_oneIsSetWhileBothRun_neitherTrusted() {
    Watched a = rig.server("a");
    Watched b = rig.server("b");
    rig.pass(SECONDS_10);

    b.set(MINUTES_5.negated());

    assertThat(b.trusts()).as("at once").isFalse();
    rig.pass(Duration.ofSeconds(2));
    assertThat(a.trusts()).isFalse();
    assertThat(b.trusts()).isFalse();
  }

  @Test
  void two_oneDies_theOtherGoesOn() {
    Watched a = rig.server("a");
    Watched b = rig.server("b");
    rig.pass(SECONDS_10);

    b.reaches(false);
    rig.pass(Duration.ofMinutes(10));

    assertThat(a.verdicts()).doesNotContain(false);
    assertThat(a.buckets(4)).containsExactly(0, 1, 2, 3);
    assertThat(rig.names()).containsExactly("a", "b");
  }

  @Test
  void deadRow_anHour_removed() {
    rig.server("a");
    Watched b = rig.server("b");
    rig.pass(SECONDS_10);
    b.reaches(false);

    rig.pass(Duration.ofMinutes(59));
    assertThat(rig.names()).containsExactly("a", "b");
    rig.pass(Duration.ofMinutes(2));

    assertThat(rig.names()).containsExactly("a");
  }

  // ---- three

  @Test
  void three_oneFiveMinutesFast_outvoted() {
    Watched a = rig.server("a");
    Watched b = rig.server("b");
    Watched fast = rig.server("c", MINUTES_5);

    rig.pass(Duration.ofMinutes(1));

    assertThat(a.verdicts()).doesNotContain(false);
    assertThat(b.verdicts()).doesNotContain(false);
    assertThat(fast.verdicts()).doesNotContain(true);
    assertThat(fast.skew()).isCloseTo(MINUTES_5, Duration.ofSeconds(1));
  }

  @Test
  void three_theMajorityDies_theOutvotedStaysOut() {
    Watched a = rig.server("a");
    Watched b = rig.server("b");
    Watched fast = rig.server("c", MINUTES_5);
    rig.pass(SECONDS_10);

    a.reaches(false);
    b.reaches(false);
    rig.pass(MINUTES_5);

    assertThat(fast.verdicts()).doesNotContain(true);
  }

  // ---- the store

  @Test
  void outage_trustedBefore_staysTrustedWhileTheClockGoesEvenly() {
    Watched a = rig.server("a");
    Watched b = rig.server("b");
    rig.pass(SECONDS_10);

    rig.storeAnswers(false);
    rig.pass(MINUTES_5);
    assertThat(a.trusts()).isTrue();
    b.set(Duration.ofSeconds(10));
    rig.pass(SECONDS_10);
    assertThat(b.trusts()).isFalse();
    b.set(Duration.ofSeconds(-10));
    rig.storeAnswers(true);
    rig.pass(SECONDS_10);

    assertThat(a.verdicts()).doesNotContain(false);
    assertThat(b.trusts()).isTrue();
  }

  @Test
  void outage_distrustedBefore_staysDistrusted() {
    rig.server("a");
    rig.server("b");
    Watched fast = rig.server("c", MINUTES_5);
    rig.pass(SECONDS_10);

    rig.storeAnswers(false);
    rig.pass(MINUTES_5);

    assertThat(fast.verdicts()).doesNotContain(true);
  }

  // ---- coming and going

  @Test
  void start_besideTheRowOfADeadServer_trustedAfterItHasSettled() {
    Watched dead = rig.server("a", MINUTES_5.negated());
    rig.pass(SECONDS_10);
    dead.reaches(false);
    rig.pass(Duration.ofSeconds(1));

    Watched server = rig.server("b");

    assertThat(server.trusts()).isFalse();
    rig.pass(Duration.ofSeconds(3));
    assertThat(server.trusts()).isTrue();
    assertThat(server.verdicts()).doesNotContain(false);
  }

  @Test
  void restart_underTheSameName_theOldRowCountsForNothing() {
    Watched before = rig.server("a", MINUTES_5);
    rig.pass(SECONDS_10);
    before.reaches(false);

    Watched after = rig.server("a");
    rig.pass(Duration.ofSeconds(1));

    assertThat(after.trusts()).isTrue();
    assertThat(rig.names()).containsExactly("a");
  }

  @Test
  void namesakes_bothAlive_eachComparedWithTheOther() {
    Watched one = rig.server("a");
    Watched other = rig.server("a", MINUTES_5);

    rig.pass(SECONDS_10);

    assertThat(one.trusts()).isFalse();
    assertThat(other.trusts()).isFalse();
  }

  @Test
  void leave_ownRowGoneForGood() {
    Watched a = rig.server("a");
    Watched b = rig.server("b");
    rig.pass(SECONDS_10);

    a.leave();
    rig.pass(SECONDS_10);

    assertThat(rig.names()).containsExactly("b");
    assertThat(a.trusts()).as("calls under way may end").isTrue();
    assertThat(b.trusts()).isTrue();
  }

  @Test
  void buckets_severalServers_dealtAmongTheLiving() {
    Watched a = rig.server("a");
    Watched b = rig.server("b");
    Watched c = rig.server("c");
    rig.pass(SECONDS_10);
    assertThat(a.buckets(8)).containsExactly(0, 3, 6);
    assertThat(b.buckets(8)).containsExactly(1, 4, 7);
    assertThat(c.buckets(8)).containsExactly(2, 5);

    b.reaches(false);
    rig.pass(SECONDS_10);

    assertThat(a.buckets(8)).containsExactly(0, 2, 4, 6);
    assertThat(c.buckets(8)).containsExactly(1, 3, 5, 7);
  }
}
