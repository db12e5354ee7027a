package dev.onceward.server.record;

import static java.time.temporal.ChronoUnit.MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.record.Story.Scene;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What holds for a key's record through any sequence of commands from any attempts, under any
 * policy, with servers whose clocks differ and background passes at any moment.
 */
final class RecordProperties {
  private static final int TRIES = 1_000;
  private static final int STEPS_MAX = 60;

  /** A run of its own every time; {@code -Donceward.seed=N} repeats one. */
  private static final long SEED = Long.getLong("onceward.seed", System.nanoTime());

  private static final List<List<Scene>> STORIES = stories();

  @BeforeAll
  static void tellSeed() {
    System.out.println("RecordProperties: -Donceward.seed=" + SEED);
  }

  private static List<List<Scene>> stories() {
    Random random = new Random(SEED);
    return IntStream.range(0, TRIES)
        .mapToObj(
            n -> {
              int steps = 1 + random.nextInt(STEPS_MAX);
              List<Step> list = Stream.generate(() -> Step.random(random)).limit(steps).toList();
              return Story.of(random.nextInt(Story.LASTING_POLICIES), list);
            })
        .toList();
  }

  private static List<Scene> scenes() {
    return STORIES.stream().flatMap(List::stream).toList();
  }

  private static void eachChange(BiConsumer<Scene, Record> check) {
    for (Scene scene : scenes()) {
      if (Samples.after(scene.outcome()) != null) {
        check.accept(scene, Samples.after(scene.outcome()));
      }
    }
  }

  @Test
  void version_anyStory_risesWithEachClaimForEver() {
    for (List<Scene> story : STORIES) {
      long highest = 0;
      for (Scene scene : story) {
        Record after = Samples.after(scene.outcome());
        if (after != null) {
          Claim claim = after.claim();
          if (isClaim(scene)) {
            assertThat(claim.version()).isGreaterThan(highest);
            highest = claim.version();
          }
          assertThat(claim.version()).isEqualTo(highest);
        }
      }
    }
  }

  @Test
  void claim_anyStory_changesOnlyByClaimingAndToHold() {
    eachChange(
        (scene, after) -> {
          Record before = scene.before();
          if (before != null && !isClaim(scene)) {
            assertThat(after.claim()).isIn(before.claim(), before.claim().held());
            assertThat(after.spentAttemptIds()).isEqualTo(before.spentAttemptIds());
          }
        });
  }

  @Test
  void hold_withinOneClaim_sticks() {
    for (List<Scene> story : STORIES) {
      Set<Long> held = new HashSet<>();
      for (Scene scene : story) {
        Record left = scene.left();
        if (left != null && left.claim().onLeaseExpiry() == LeaseExpiry.HOLD) {
          held.add(left.claim().version());
        } else if (left != null) {
          assertThat(held).doesNotContain(left.claim().version());
        }
      }
    }
  }

  @Test
  void attemptId_withinOneLife_mintsOnce() {
    for (List<Scene> story : STORIES) {
      Set<String> minted = new HashSet<>();
      int claims = 0;
      int life = 0;
      for (Scene scene : story) {
        if (scene.life() != life) {
          minted.clear();
          claims = 0;
          life = scene.life();
        }
        if (isClaim(scene)) {
          Claim claim = Objects.requireNonNull(Samples.after(scene.outcome())).claim();
          assertThat(minted.add(claim.attemptId())).isTrue();
          assertThat(claim.attempt()).isEqualTo(++claims);
        }
      }
    }
  }

  @Test
  void intent_anyStory_staysByteForByte() {
    eachChange(
        (scene, after) -> {
          if (scene.before() != null) {
            assertThat(after.key()).isEqualTo(scene.before().key());
            assertThat(after.intent()).isEqualTo(scene.before().intent());
          }
        });
  }

  @Test
  void finalRecord_anyStory_onlyItsRetentionChanges() {
    eachChange(
        (scene, after) -> {
          Record before = scene.before();
          if (before != null && before.state().isFinal()) {
            RecordDraft expected = new RecordDraft(before);
            expected.keeping = after.keeping();
            assertThat(after).isEqualTo(expected.build());
          }
        });
  }

  @Test
  void references_withinOneLife_onlyGrow() {
    eachChange(
        (scene, after) -> {
          assertThat(after.references())
              .doesNotHaveDuplicates()
              .hasSizeLessThanOrEqualTo(Record.REFERENCES_MAX);
          if (scene.before() != null) {
            List<String> old = scene.before().references();
            assertThat(after.references().subList(0, old.size())).isEqualTo(old);
          }
        });
  }

  @Test
  void revision_eachStoredChange_risesByOneAndOnceMoreForAnExpiry() {
    eachChange(
        (scene, after) -> {
          Record before = scene.before();
          if (before == null) {
            assertThat(after.revision()).isEqualTo(1);
          } else {
            Record seen = Expiry.applied(before, scene.terms());
            assertThat(seen.revision())
                .isEqualTo(before.revision() + (seen.equals(before) ? 0 : 1));
            assertThat(after.revision()).isEqualTo(seen.revision() + 1);
          }
        });
  }

  @Test
  void answer_anyStory_tellsTheRecordAsItStands() {
    for (Scene scene : scenes()) {
      Record told = TransitionsTableTest.recordIn(scene.outcome().answer());
      if (told == null) {
        assertThat(scene.outcome().answer()).isInstanceOf(Answer.Refused.class);
        assertThat(scene.outcome().writes()).isFalse();
      } else if (scene.outcome().writes()) {
        assertThat(told).isEqualTo(Samples.after(scene.outcome()));
      } else {
        Record before = Objects.requireNonNull(scene.before());
        assertThat(told).isEqualTo(Expiry.applied(before, scene.terms()));
      }
    }
  }

  @Test
  void decide_commandThatChangedSomething_repeatedChangesNothing() {
    eachChange(
        (scene, after) -> {
          Outcome again = Samples.decide(after, scene.command(), scene.terms());
          assertThat(again.writes()).isFalse();
          assertThat(TransitionsTableTest.recordIn(again.answer())).isEqualTo(after);
          if (scene.outcome().answer() instanceof Answer.Begun begun) {
            assertThat(((Answer.Begun) again.answer()).decision()).isEqualTo(begun.decision());
          } else {
            assertThat(again).extracting(Outcome::answer).isEqualTo(scene.outcome().answer());
          }
        });
  }

  @Test
  void expiry_storedOrOnlySeen_nobodyCanTell() {
    for (Scene scene : scenes()) {
      Record before = scene.before();
      if (before != null) {
        Record reaped = Expiry.applied(before, scene.terms());
        assertThat(Expiry.applied(reaped, scene.terms())).isSameAs(reaped);
        assertThat(Samples.decide(reaped, scene.command(), scene.terms()))
            .isEqualTo(scene.outcome());
      }
    }
  }

  @Test
  void expiry_whoeverLooksAndWhenever_isTheSame() {
    for (Scene scene : scenes()) {
      Record before = scene.before();
      if (before != null && before.leaseExpiresAt() != null) {
        Instant end = before.leaseExpiresAt().plus(Samples.SKEW);
        Record soon = Expiry.applied(before, at(end.plusMillis(1), scene.terms().policy()));
        Record late = Expiry.applied(before, at(end.plusSeconds(9_999), Samples.byVersion()));
        assertThat(soon).isEqualTo(late).isNotEqualTo(before);
        assertThat(Expiry.applied(before, at(end, scene.terms().policy()))).isSameAs(before);
      }
    }
  }

  @Test
  void deadline_withinOneClaim_neverMovesBack() {
    eachChange(
        (scene, after) -> {
          Record before = scene.before();
          if (before != null && after.state() == State.PROCESSING && !isClaim(scene)) {
            assertThat(after.leaseExpiresAt()).isAfterOrEqualTo(before.leaseExpiresAt());
          }
        });
  }

  @Test
  void moments_everyStoredRecord_wholeMilliseconds() {
    eachChange(
        (scene, after) -> {
          List<@Nullable Instant> moments = new ArrayList<>();
          moments.add(after.intent().firstSeen());
          moments.add(after.stateSince());
          moments.add(after.claim().claimedAt());
          moments.add(after.leaseExpiresAt());
          moments.add(after.failure() == null ? null : after.failure().retryNotBefore());
          moments.add(
              after.keeping().retention() == null ? null : after.keeping().retention().until());
          moments.add(after.kept() == null ? null : after.kept().until());
          assertThat(moments)
              .filteredOn(Objects::nonNull)
              .allSatisfy(moment -> assertThat(moment).isEqualTo(moment.truncatedTo(MILLIS)));
        });
  }

  @Test
  void pause_inOtherStatesThanFailedRetryable_isForgotten() {
    eachChange(
        (scene, after) -> {
          if (after.state() != State.FAILED_RETRYABLE && after.failure() != null) {
            assertThat(after.failure().retryNotBefore()).isNull();
          }
        });
  }

  /**
   * Promise 1. An attempt believes in its claim until its own clock says that the lease is over or
   * until it has ended the claim itself; that clock runs right from the moment of the answer.
   */
  @Test
  void claims_serversClocksOneSecondOff_atMostOneIsBelievedIn() {
    for (List<Scene> story : STORIES) {
      long holder = 0;
      Instant believedUntil = Instant.MIN;
      for (Scene scene : story) {
        Answer answer = scene.outcome().answer();
        if (isClaim(scene)) {
          assertThat(believedUntil).isBefore(scene.time());
          holder = Objects.requireNonNull(Samples.after(scene.outcome())).claim().version();
          believedUntil = Instant.MIN;
        }
        if (answer instanceof Answer.Begun begun && begun.decision() == Decision.EXECUTE) {
          assertThat(begun.record().claim().version()).isEqualTo(holder);
          believedUntil = later(believedUntil, scene.time().plus(left(begun)));
        } else if (answer instanceof Answer.Renewed renewed) {
          assertThat(renewed.record().claim().version()).isEqualTo(holder);
          believedUntil = later(believedUntil, scene.time().plus(renewed.leaseRemaining()));
        } else if (answer instanceof Answer.Known && scene.command() instanceof Command.OfClaim) {
          believedUntil = Instant.MIN;
        }
      }
    }
  }

  private static Duration left(Answer.Begun begun) {
    return Objects.requireNonNull(begun.leaseRemaining());
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static Terms at(Instant now, Policy policy) {
    return Samples.terms(now, policy);
  }

  private static boolean isClaim(Scene scene) {
    return scene.outcome().writes()
        && scene.outcome().answer() instanceof Answer.Begun begun
        && begun.decision() == Decision.EXECUTE;
  }
}
