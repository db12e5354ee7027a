package dev.onceward.server.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One key's life under a sequence of {@link Step}s, decided one after the other by servers whose
 * clocks differ.
 */
final class Story {
  private static final List<Policy> POLICIES =
      List.of(
          Policy.DEFAULT,
          Samples.attemptsMax(1),
          Samples.attemptsMax(3),
          Samples.byVersion(),
          Samples.backOff(Duration.ofSeconds(5)),
          brief(AfterArchive.REFUSE),
          brief(AfterArchive.ADMIT));

  private final Policy policy;
  private final List<Scene> scenes = new ArrayList<>();
  private Evidence evidence = Evidence.NONE;
  private long floor;
  private int life;
  private Instant time = Samples.START;

  private Story(Policy policy) {
    this.policy = policy;
  }

  /**
   * What one step came to.
   *
   * @param life how often the key has been claimed as one that nobody knew
   * @param time by a clock that is right
   * @param stored what was stored when the step was decided
   */
  record Scene(
      int life, Instant time, Evidence stored, Command command, Terms terms, Outcome outcome) {
    /** What anyone saw then. */
    Evidence seen() {
      return Aging.seen(stored, terms);
    }

    /** The record that anyone saw then. */
    @Nullable Record before() {
      return seen().online();
    }

    /** The record that the step wrote; null if it wrote none. */
    @Nullable Record written() {
      return Samples.after(outcome);
    }

    /** What is stored after the step. */
    Evidence left() {
      return outcome.after() == null ? stored : outcome.after();
    }

    Rule rule() {
      return Transitions.rule(stored, command, terms);
    }

    boolean isClaim() {
      Effect effect = rule().effect();
      return effect == Effect.CLAIM || effect == Effect.CLAIM_AGAIN;
    }

    @Override
    public String toString() {
      String changes =
          outcome.after() == null ? "" : Told.changes(stored, outcome.after()).toString();
      return "%n%s %s %s %s"
          .formatted(terms.now(), command, Told.answer(outcome.answer()), changes);
    }
  }

  static List<Scene> random(Random random, int length) {
    Story story = new Story(POLICIES.get(random.nextInt(POLICIES.size())));
    Step.some(random, length).forEach(story::play);
    return story.scenes;
  }

  /** Windows that end while a story lasts, and leases of at most 30 s. */
  private static Policy brief(AfterArchive afterArchive) {
    Windows windows =
        new Windows(
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofSeconds(40),
            Duration.ofDays(1));
    Policy.Claims d = Policy.Claims.DEFAULT;
    Policy.Claims claims =
        new Policy.Claims(
            d.onLeaseExpiry(),
            d.defaultLease(),
            d.defaultLease(),
            d.attemptsMax(),
            d.backOff(),
            false);
    return new Policy(claims, new Promises(windows, List.of()), Sources.NONE, afterArchive);
  }

  private void play(Step step) {
    time = time.plus(step.passes());
    keepUp(step);
    Terms terms = terms(step);
    Evidence stored = evidence;
    Record seen = Aging.seen(stored, terms).online();
    Command command = new StepCommand(step, seen, time).command();
    Outcome outcome = Transitions.decide(stored, command, terms);
    evidence = Objects.requireNonNullElse(outcome.after(), stored);
    if (Transitions.rule(stored, command, terms).effect() == Effect.CLAIM) {
      life++;
    }
    scenes.add(new Scene(life, time, stored, command, terms, outcome));
  }

  private Terms terms(Step step) {
    List<Freeze> freezes =
        step.trouble() == Step.Trouble.FROZEN
            ? List.of(new Freeze("", time, "pat", "an incident"))
            : List.of();
    return new Terms(
        time.plus(step.clockError()),
        Samples.SKEW,
        floor,
        new Tenancy(policy, freezes, 1),
        "s-1",
        step.trouble() != Step.Trouble.CLOCK);
  }

  private void keepUp(Step step) {
    switch (step.upkeep()) {
      case NONE -> {}
      case REAP -> store(Aging.seen(evidence, Samples.terms(time, policy)));
      case PURGE -> {
        if (evidence.online() != null && evidence.online().state().isFinal()) {
          store(Evidence.NONE);
        }
      }
    }
  }

  private void store(Evidence left) {
    if (left.equals(Evidence.NONE)) {
      floor = Math.max(floor, evidence.version());
    }
    evidence = left;
  }
}
