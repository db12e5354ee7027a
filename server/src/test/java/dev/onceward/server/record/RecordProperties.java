package dev.onceward.server.record;

import static java.time.temporal.ChronoUnit.MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.record.Story.Scene;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What holds for a key's record through any sequence of commands from any attempts and operators,
 * under any policy, with servers whose clocks differ and background passes at any moment.
 */
final class RecordProperties {
  private static final int TRIES = 1_500;
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
        .mapToObj(n -> Story.random(random, 1 + random.nextInt(STEPS_MAX)))
        .toList();
  }

  private static List<Scene> scenes() {
    return STORIES.stream().flatMap(List::stream).toList();
  }

  private static void eachChange(BiConsumer<Scene, Record> check) {
    for (Scene scene : scenes()) {
      Record written = scene.written();
      if (written != null) {
        check.accept(scene, written);
      }
    }
  }

  /** Changes of a record that was there before; a claim of a key that nobody knew is none. */
  private static void eachNextRecord(Changes check) {
    eachChange(
        (scene, after) -> {
          Record before = scene.before();
          if (before != null) {
            check.accept(scene, before, after);
          }
        });
  }

  private interface Changes {
    void accept(Scene scene, Record before, Record after);
  }

  @Test
  void version_anyStory_risesWithEachClaimForEver() {
    for (List<Scene> story : STORIES) {
      long highest = 0;
      for (Scene scene : story) {
        Record after = scene.written();
        if (after != null) {
          Claim claim = after.claim();
          if (scene.isClaim()) {
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
    eachNextRecord(
        (scene, before, after) -> {
          if (!scene.isClaim()) {
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
        Record left = scene.left().online();
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
        if (scene.isClaim()) {
          Claim claim = Objects.requireNonNull(scene.written()).claim();
          assertThat(minted.add(claim.attemptId())).isTrue();
          assertThat(claim.attempt()).isEqualTo(++claims);
        }
      }
    }
  }

  @Test
  void intent_anyStory_staysByteForByteAndOnlyRedactTakesLabels() {
    eachNextRecord(
        (scene, before, after) -> {
          Intent old = before.intent();
          Map<String, String> labels = isRedact(scene) ? Map.of() : old.labels();
          assertThat(after.key()).isEqualTo(before.key());
          assertThat(after.intent())
              .isEqualTo(new Intent(old.operation(), old.requestDigest(), old.firstSeen(), labels));
        });
  }

  @Test
  void finalRecord_anyStory_onlyItsKeepingChangesAndRedactTakesThePayload() {
    eachNextRecord(
        (scene, before, after) -> {
          if (before.state().isFinal()) {
            RecordDraft expected = new RecordDraft(before);
            expected.keeping = after.keeping();
            expected.events = after.events();
            if (isRedact(scene)) {
              assertThat(after.keeping()).isEqualTo(before.keeping());
              expected.intent = after.intent();
              redact(expected, Objects.requireNonNull(before.payload()));
            }
            assertThat(after).isEqualTo(expected.build());
          }
        });
  }

  private static void redact(RecordDraft expected, Payload payload) {
    if (payload.isKept()) {
      expected.withPayload(payload.without(PayloadOmitted.REDACTED));
    }
  }

  @Test
  void result_oncePartOfARecord_isTheSameInEveryLaterAnswerOfThatLife() {
    for (List<Scene> story : STORIES) {
      int life = 0;
      Payload first = null;
      for (Scene scene : story) {
        Record told = TransitionsTableTest.recordIn(scene.outcome().answer());
        Payload result = told == null ? null : told.result();
        if (scene.life() != life || first == null) {
          life = scene.life();
          first = result;
        }
        if (told != null && first != null) {
          assertThat(result).isNotNull();
          assertThat(first.sameAs(Objects.requireNonNull(result))).isTrue();
          assertThat(result.size()).isEqualTo(first.size());
        }
      }
    }
  }

  @Test
  void references_withinOneLife_onlyGrow() {
    eachChange(
        (scene, after) ->
            assertThat(after.references())
                .doesNotHaveDuplicates()
                .hasSizeLessThanOrEqualTo(Record.REFERENCES_MAX));
    eachNextRecord(
        (scene, before, after) -> {
          List<String> old = before.references();
          assertThat(after.references()).hasSizeGreaterThanOrEqualTo(old.size());
          assertThat(after.references().subList(0, old.size())).isEqualTo(old);
        });
  }

  @Test
  void keeping_anyStory_changesOnlyByItsOwnCalls() {
    eachNextRecord(
        (scene, before, after) -> {
          assertThat(after.keeping().holds()).hasSizeLessThanOrEqualTo(Keeping.HOLDS_MAX);
          Keeping old = before.keeping();
          switch (scene.command().kind()) {
            case RETAIN -> assertThat(after.keeping().holds()).isEqualTo(old.holds());
            case HOLD, RELEASE ->
                assertThat(after.keeping().retention()).isEqualTo(old.retention());
            default -> assertThat(after.keeping()).isEqualTo(old);
          }
        });
  }

  @Test
  void revision_eachStoredChange_risesByOneAndByOneMoreForAllThatTimeDid() {
    eachChange(
        (scene, after) -> {
          Record stored = scene.stored().online();
          Record before = scene.before();
          if (before == null) {
            assertThat(after.revision()).isEqualTo(1);
          } else {
            int byTime = (int) (before.revision() - Objects.requireNonNull(stored).revision());
            int events = newEvents(stored, before);
            boolean drops = isExpired(before) && !isExpired(stored);
            assertThat(byTime).isEqualTo(events + (drops ? 1 : 0));
            assertThat(after.revision()).isEqualTo(before.revision() + 1);
          }
        });
  }

  private static boolean isExpired(Record record) {
    Payload payload = record.payload();
    return payload != null && payload.omitted() == PayloadOmitted.EXPIRED;
  }

  private static int newEvents(Record stored, Record seen) {
    return (int) seen.events().stream().filter(event -> !stored.events().contains(event)).count();
  }

  @Test
  void answer_anyStory_tellsTheKeyAsItStands() {
    for (Scene scene : scenes()) {
      Answer answer = scene.outcome().answer();
      Evidence left = Aging.seen(scene.left(), scene.terms());
      if (answer instanceof Answer.Refused) {
        assertThat(scene.outcome().writes()).isFalse();
      } else if (answer instanceof Answer.Filed filed) {
        assertThat(filed.archived()).isEqualTo(left.filed());
        assertThat(left.online()).isNull();
      } else {
        assertThat(TransitionsTableTest.recordIn(answer)).isEqualTo(left.online());
      }
    }
  }

  @Test
  void decide_commandThatChangedSomething_repeatedChangesNothing() {
    for (Scene scene : scenes()) {
      Evidence after = scene.outcome().after();
      if (after != null) {
        Outcome again = Transitions.decide(after, scene.command(), scene.terms());
        assertThat(again.writes()).isFalse();
        if (scene.outcome().answer() instanceof Answer.Begun begun) {
          Answer.Begun same = (Answer.Begun) again.answer();
          assertThat(same.decision()).isEqualTo(begun.decision());
          assertThat(same.record()).isEqualTo(begun.record());
        } else {
          assertThat(again.answer()).isEqualTo(scene.outcome().answer());
        }
      }
    }
  }

  @Test
  void aging_storedOrOnlySeen_nobodyCanTell() {
    for (Scene scene : scenes()) {
      Evidence kept = scene.seen();
      assertThat(Aging.seen(kept, scene.terms())).isEqualTo(kept);
      if (!kept.equals(Evidence.NONE)) {
        assertThat(Transitions.decide(kept, scene.command(), scene.terms()))
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
    eachNextRecord(
        (scene, before, after) -> {
          if (after.state() == State.PROCESSING && !scene.isClaim()) {
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
          after.keeping().holds().forEach(hold -> moments.add(hold.until()));
          moments.add(after.kept() == null ? null : after.kept().until());
          after.events().forEach(event -> moments.add(event.time()));
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
   * until it has ended the claim itself; that clock runs right from the moment of the answer. Only
   * an operator who ends a claim by force takes it from one that still believes in it.
   */
  @Test
  void claims_serversClocksOneSecondOff_atMostOneIsBelievedIn() {
    for (List<Scene> story : STORIES) {
      long holder = 0;
      Instant believedUntil = Instant.MIN;
      for (Scene scene : story) {
        Answer answer = scene.outcome().answer();
        if (scene.isClaim()) {
          assertThat(believedUntil).isBeforeOrEqualTo(scene.time());
          holder = Objects.requireNonNull(scene.written()).claim().version();
          believedUntil = Instant.MIN;
        }
        if (answer instanceof Answer.Begun begun && begun.decision() == Decision.EXECUTE) {
          assertThat(begun.record().claim().version()).isEqualTo(holder);
          believedUntil = later(believedUntil, scene.time().plus(left(begun)));
        } else if (answer instanceof Answer.Renewed renewed) {
          assertThat(renewed.record().claim().version()).isEqualTo(holder);
          believedUntil = later(believedUntil, scene.time().plus(renewed.leaseRemaining()));
        } else if (endsTheClaim(scene)) {
          believedUntil = Instant.MIN;
        }
      }
    }
  }

  private static boolean endsTheClaim(Scene scene) {
    boolean byForce = scene.command() instanceof Command.ForceExpire && scene.outcome().writes();
    boolean told = scene.outcome().answer() instanceof Answer.Known;
    return byForce || (told && scene.command() instanceof Command.OfClaim);
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

  private static boolean isRedact(Scene scene) {
    return scene.command() instanceof Command.Redact;
  }
}
