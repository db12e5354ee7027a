package dev.onceward.server.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/**
 * What happens to one key and its tenant over a long time: calls, other policies, freezes. It can
 * be lived through more than once, with a background pass that stores what time has done at some
 * moments, at others, or never.
 */
final class History {
  private static final List<Duration> LENGTHS =
      List.of(
          Duration.ZERO,
          Duration.ofMillis(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(40),
          Duration.ofHours(1),
          Duration.ofHours(10),
          Duration.ofDays(1),
          Duration.ofDays(3));

  /** How many of them are over within a few turns. */
  private static final int BRIEF = 5;

  /** So far ahead of every clock that each version follows from those before. */
  private static final long FLOOR = Samples.versionAt(1_000_000_000);

  private static final String EVERY_KEY = "";
  private static final String ANOTHER_KEY = "L-";

  private final Policy first;
  private final List<Turn> turns;

  private History(Policy first, List<Turn> turns) {
    this.first = first;
    this.turns = turns;
  }

  /** What an operator lays down for the tenant before a step. */
  private enum Order {
    NONE,
    POLICY,
    FREEZE,
    FREEZE_OTHERS,
    UNFREEZE
  }

  /**
   * One turn.
   *
   * @param next the policy that is put, where one is
   */
  private record Turn(Step step, Order order, Policy next) {}

  /** When the pass stores what time has done. */
  interface Diligence {
    boolean isAtWork();
  }

  /**
   * What can be told from outside after one turn.
   *
   * @param before what anyone saw before the call
   * @param after what anyone saw after it
   */
  record Sight(Evidence before, Command command, Answer answer, Evidence after) {}

  static History random(Random random, int length) {
    List<Turn> turns = new ArrayList<>();
    int policies = 0;
    for (Step step : Step.some(random, length)) {
      Order order = random.nextInt(3) > 0 ? Order.NONE : Order.values()[random.nextInt(5)];
      if (order == Order.POLICY && ++policies > Promises.FORMER_MAX) {
        order = Order.NONE; // beyond that, promises only grow; PromisesTest has that
      }
      Duration passes = random.nextInt(2) > 0 ? step.passes() : pick(random);
      turns.add(new Turn(step.after(passes), order, policy(random)));
    }
    return new History(policy(random), turns);
  }

  private static Duration pick(Random random) {
    return LENGTHS.get(random.nextInt(LENGTHS.size()));
  }

  private static Policy policy(Random random) {
    Windows windows =
        switch (random.nextInt(4)) {
          case 0 -> Windows.DEFAULT;
          case 1 -> windows(random, LENGTHS.size());
          default -> windows(random, BRIEF);
        };
    AfterArchive afterArchive = random.nextInt(2) > 0 ? AfterArchive.ADMIT : AfterArchive.REFUSE;
    Policy.Claims claims = Samples.attemptsMax(1 + random.nextInt(4)).claims();
    return new Policy(claims, new Promises(windows, List.of()), Sources.NONE, afterArchive);
  }

  /**
   * Online windows of the first few lengths, and an archive of any that is as long, or for ever.
   */
  private static Windows windows(Random random, int few) {
    List<Duration> three = random.ints(3, 0, few).sorted().mapToObj(LENGTHS::get).toList();
    Duration archive = random.nextInt(6) > 0 ? longer(three.get(2), pick(random)) : null;
    return new Windows(three.get(0), three.get(1), three.get(2), archive);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** Lives through it. */
  List<Sight> live(Diligence pass) {
    Life life = new Life(first);
    List<Sight> sights = new ArrayList<>();
    for (Turn turn : turns) {
      Duration half = turn.step.passes().dividedBy(2);
      life.pass(half, pass);
      life.pass(turn.step.passes().minus(half), pass);
      life.obey(turn);
      life.pass(Duration.ZERO, pass);
      sights.add(life.decide(turn.step));
    }
    return sights;
  }

  @Override
  public String toString() {
    StringBuilder words = new StringBuilder("first " + first);
    turns.forEach(turn -> words.append("%n".formatted()).append(turn));
    return words.toString();
  }

  /** The key as it is stored in one of the lives. */
  private static final class Life {
    private Instant now = Samples.START;
    private Tenancy tenancy;
    private Evidence stored = Evidence.NONE;
    private long floor = FLOOR;

    Life(Policy policy) {
      tenancy = new Tenancy(policy, List.of(), 1);
    }

    void pass(Duration time, Diligence pass) {
      now = now.plus(time);
      if (pass.isAtWork()) {
        Evidence seen = seen(stored);
        if (seen.equals(Evidence.NONE)) {
          floor = Math.max(floor, stored.version());
        }
        stored = seen;
      }
    }

    void obey(Turn turn) {
      tenancy =
          switch (turn.order) {
            case NONE -> tenancy;
            case POLICY -> tenancy.with(turn.next, now.plus(Samples.SKEW));
            case FREEZE -> tenancy.frozen(new Freeze(EVERY_KEY, now, "pat", "an incident"));
            case FREEZE_OTHERS ->
                tenancy.frozen(new Freeze(ANOTHER_KEY, now, "pat", "an incident"));
            case UNFREEZE -> tenancy.unfrozen(EVERY_KEY).unfrozen(ANOTHER_KEY);
          };
    }

    Sight decide(Step step) {
      Evidence before = seen(stored);
      Command command = new StepCommand(step, before.online(), now).command();
      Outcome outcome = Transitions.decide(stored, command, terms());
      stored = Objects.requireNonNullElse(outcome.after(), stored);
      return new Sight(before, command, outcome.answer(), seen(stored));
    }

    private Evidence seen(Evidence evidence) {
      return Aging.seen(evidence, terms());
    }

    private Terms terms() {
      return Samples.terms(now, floor, tenancy);
    }
  }
}
