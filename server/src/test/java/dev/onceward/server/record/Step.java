package dev.onceward.server.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One random step of a {@link Story}: how time moves, what is done about the record beforehand, and
 * which command comes. Says "the record's version" and the like; what that is, turns out when it is
 * played.
 *
 * @param passes how much time passes first; for a Retain also how long it is to be kept
 * @param clockError how wrong the clock of the deciding server is; at most a second
 * @param upkeep what a background pass does first
 * @param call which command
 * @param attempt whose, one of a few
 * @param aim which claim it names
 * @param slip what is wrong with its intent; elsewhere how many references it brings, whether a
 *     Fail has a payload, and when a hold ends
 * @param lease what Begin and Renew ask for, and the pause that Fail asks for
 * @param onLeaseExpiry what Begin and Renew ask for
 * @param failure kind of a Fail; of a Resolve, what was found
 * @param text result of a Complete, code of a Fail, reference, and name of a hold, one of a few
 * @param trouble what stands against a claim
 */
record Step(
    Duration passes,
    Duration clockError,
    Upkeep upkeep,
    Command.Kind call,
    int attempt,
    Aim aim,
    Slip slip,
    @Nullable Duration lease,
    @Nullable LeaseExpiry onLeaseExpiry,
    FailureKind failure,
    String text,
    Trouble trouble) {
  /** How many steps in a row have the same favourite call. */
  private static final int PHASE = 20;

  private static final List<Duration> PAUSES =
      List.of(
          Duration.ZERO,
          Duration.ZERO,
          Duration.ofNanos(300_001),
          Duration.ofMillis(1),
          Duration.ofMillis(999),
          Duration.ofSeconds(3),
          Duration.ofSeconds(10),
          Duration.ofSeconds(33),
          Duration.ofMillis(33_001));

  /** What a background pass may do at any time. */
  enum Upkeep {
    NONE,
    /** Stores what time has done. */
    REAP,
    /** Removes the record, if it is final. */
    PURGE
  }

  /** What stands against a claim. */
  enum Trouble {
    NONE,
    /** An operator has frozen the key. */
    FROZEN,
    /** The deciding server does not trust its clock. */
    CLOCK
  }

  /** Which claim a command names. */
  enum Aim {
    /** The record's last, and its holder's attempt id. */
    CLAIM,
    /** The record's last version, but this step's own attempt id. */
    VERSION,
    /** The record's last version without an attempt id. */
    NOBODY,
    /** The one before it, by some attempt. */
    EARLIER
  }

  /** What is wrong with a Begin's or Get's intent. */
  enum Slip {
    NONE,
    OPERATION,
    DIGEST,
    ALTERNATE
  }

  /**
   * Steps that belong together: for a while every other one is of the same call, so that what takes
   * many calls of one kind happens too; and many begin.
   */
  static List<Step> some(Random random, int length) {
    List<Command.Kind> calls = List.of(Command.Kind.values());
    Command.Kind favourite = Command.Kind.BEGIN;
    int names = random.nextInt(2) > 0 ? 2 : 30;
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      if (i % PHASE == 0) {
        favourite = pick(random, calls);
      }
      Command.Kind call =
          pick(random, List.of(favourite, favourite, Command.Kind.BEGIN, pick(random, calls)));
      steps.add(one(random, call, Integer.toString(random.nextInt(names))));
    }
    return steps;
  }

  private static Step one(Random random, Command.Kind call, String text) {
    return new Step(
        pick(random, PAUSES),
        Duration.ofMillis(random.nextInt(2001) - 1000),
        random.nextInt(4) > 0 ? Upkeep.NONE : pick(random, List.of(Upkeep.values())),
        call,
        random.nextInt(12),
        random.nextInt(2) > 0 ? Aim.CLAIM : pick(random, List.of(Aim.values())),
        random.nextInt(2) > 0 ? Slip.NONE : pick(random, List.of(Slip.values())),
        random.nextInt(4) > 0 ? Duration.ofNanos(random.nextLong(60_000_000_000L)) : null,
        random.nextInt(3) > 0 ? pick(random, List.of(LeaseExpiry.values())) : null,
        pick(random, List.of(FailureKind.values())),
        text,
        random.nextInt(8) > 0 ? Trouble.NONE : pick(random, List.of(Trouble.values())));
  }

  /** Whose it is. */
  String name() {
    return Integer.toString(attempt);
  }

  private static <T> T pick(Random random, List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
