package dev.onceward.server.record;

import static dev.onceward.server.record.Samples.KEY;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
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

  /** How many of the policies keep records longer than any story lasts. */
  static final int LASTING_POLICIES = 5;

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
   * @param life how often the key had been removed before
   * @param time by a clock that is right
   * @param stored the record before any background pass of this step
   * @param before the record that was decided on
   * @param evidence all that was known of the key then
   */
  record Scene(
      int life,
      Instant time,
      @Nullable Record stored,
      @Nullable Record before,
      Evidence evidence,
      Command command,
      Terms terms,
      Outcome outcome) {
    /** What is known of the key after the step. */
    Evidence leftEvidence() {
      Evidence after = outcome.after();
      return after == null ? evidence : after;
    }

    /** The stored record after the step. */
    @Nullable Record left() {
      return outcome.writes() ? Samples.after(outcome) : before;
    }

    @Override
    public String toString() {
      Instant now = terms.now();
      String changes =
          outcome.writes() ? Told.changes(before, Samples.after(outcome)).toString() : "";
      return "%n%s %s %s %s".formatted(now, command, Told.answer(outcome.answer()), changes);
    }
  }

  static List<Scene> of(int policy, List<Step> steps) {
    Story story = new Story(POLICIES.get(policy % POLICIES.size()));
    steps.forEach(story::play);
    return story.scenes;
  }

  static List<Scene> random(Random random, int length) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      steps.add(Step.random(random));
    }
    return of(random.nextInt(POLICIES.size()), steps);
  }

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

  private @Nullable Record record() {
    return evidence.online();
  }

  private void play(Step step) {
    time = time.plus(step.passes());
    Record stored = record();
    keepUp(step);
    Terms terms = terms(step);
    Command command = command(step);
    Outcome outcome = Transitions.decide(evidence, command, terms);
    scenes.add(new Scene(life, time, stored, record(), evidence, command, terms, outcome));
    if (outcome.after() != null) {
      evidence = outcome.after();
    }
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
    Record record = record();
    switch (step.upkeep()) {
      case NONE -> {}
      case REAP ->
          evidence =
              Aging.seen(evidence, Samples.terms(time, floor, new Tenancy(policy, List.of(), 1)));
      case PURGE -> {
        if (record != null && record.state().isFinal()) {
          floor = Math.max(floor, record.claim().version());
          evidence = Evidence.NONE;
          life++;
        }
      }
    }
  }

  private Command command(Step step) {
    String name = Integer.toString(step.attempt());
    return switch (step.call()) {
      case BEGIN -> begin(step, name);
      case COMPLETE ->
          new Command.Complete(claim(step, name), Samples.payload(step.text()), references(step));
      case FAIL ->
          new Command.Fail(
              claim(step, name),
              Samples.failure(step.failure(), step.text()),
              step.lease() == null ? Duration.ZERO : step.lease());
      case RENEW ->
          new Command.Renew(
              claim(step, name), step.lease(), step.onLeaseExpiry(), references(step));
      case GET ->
          new Command.Get(
              KEY,
              step.slip() == Step.Slip.OPERATION ? "other" : null,
              step.slip() == Step.Slip.DIGEST ? Samples.digest("other") : null);
      case RETAIN -> new Command.Retain(KEY, time.plus(step.passes()), "letter");
      case HOLD -> new Command.Hold(KEY, mandate(step), step.text(), until(step));
      case RELEASE -> new Command.Release(KEY, mandate(step), step.text());
      case RESOLVE -> new Command.Resolve(KEY, mandate(step), resolution(step));
      case FORCE_EXPIRE -> new Command.ForceExpire(KEY, mandate(step));
      case REDACT -> new Command.Redact(KEY, mandate(step));
    };
  }

  private Mandate mandate(Step step) {
    Record record = record();
    Long expected =
        switch (step.aim()) {
          case CLAIM -> record == null ? null : Long.valueOf(record.revision());
          case VERSION, NOBODY -> null;
          case EARLIER -> 1L;
        };
    return new Mandate("pat", "looked", expected);
  }

  private @Nullable Instant until(Step step) {
    return step.slip() == Step.Slip.NONE ? null : time.plusSeconds(30);
  }

  private static Resolution resolution(Step step) {
    return switch (step.failure()) {
      case RETRYABLE -> new Resolution.NotExecuted();
      case FINAL -> new Resolution.FailedFinal(Samples.failure(FailureKind.FINAL, step.text()));
      case UNKNOWN -> new Resolution.Succeeded(Samples.payload(step.text()), references(step));
    };
  }

  private Command.Begin begin(Step step, String name) {
    Record record = record();
    List<Bytes> digests =
        switch (step.slip()) {
          case DIGEST -> List.of(Samples.digest("other"));
          case ALTERNATE -> List.of(Samples.DIGEST, Samples.digest("old"));
          case NONE, OPERATION -> List.of(Samples.DIGEST);
        };
    String attemptId =
        step.aim() == Step.Aim.CLAIM && step.attempt() % 2 == 0 && record != null
            ? record.claim().attemptId()
            : Samples.attemptId(name);
    return new Command.Begin(
        KEY,
        step.slip() == Step.Slip.OPERATION ? "other" : Samples.OPERATION,
        digests,
        attemptId,
        "pod-" + name,
        step.lease(),
        expected(step),
        step.onLeaseExpiry(),
        Samples.LABELS);
  }

  private @Nullable Long expected(Step step) {
    Record record = record();
    return switch (step.aim()) {
      case CLAIM, NOBODY -> null;
      case VERSION -> record == null ? null : Long.valueOf(record.claim().version());
      case EARLIER -> 1L;
    };
  }

  private Command.ClaimRef claim(Step step, String name) {
    Record record = record();
    if (record == null) {
      return Samples.claim(1, name);
    }
    Claim last = record.claim();
    return switch (step.aim()) {
      case CLAIM -> new Command.ClaimRef(KEY, last.version(), last.attemptId());
      case VERSION -> Samples.claim(last.version(), name);
      case NOBODY -> new Command.ClaimRef(KEY, last.version(), null);
      case EARLIER -> Samples.claim(Math.max(1, last.version() - 1), name);
    };
  }

  /** None, one, or so many that two such lists are too many. */
  private static List<String> references(Step step) {
    return switch (step.slip()) {
      case NONE -> List.of();
      case OPERATION, DIGEST -> List.of("O-" + step.text());
      case ALTERNATE -> IntStream.range(0, 9).mapToObj(n -> "P-" + step.text() + "-" + n).toList();
    };
  }
}
