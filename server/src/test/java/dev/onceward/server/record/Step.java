package dev.onceward.server.record;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One random step of a {@link Story}: how time moves, what is done about the record beforehand, and
 * which command comes. Says "the record's version" and the like; what that is, turns out when it is
 * played.
 *
 * @param passes how much time passes first
 * @param clockError how wrong the clock of the deciding server is; at most a second
 * @param upkeep what a background pass does first
 * @param call which command
 * @param attempt whose, one of a few
 * @param aim which claim it names
 * @param slip what is wrong with its intent; elsewhere how many references it brings
 * @param lease what Begin and Renew ask for, and the pause that Fail asks for
 * @param onLeaseExpiry what Begin and Renew ask for
 * @param failure kind of a Fail
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
    /** Stores an expiry. */
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

  static Step random(Random random) {
    return new Step(
        pick(random, PAUSES),
        Duration.ofMillis(random.nextInt(2001) - 1000),
        random.nextInt(4) > 0 ? Upkeep.NONE : pick(random, List.of(Upkeep.values())),
        pick(random, List.of(Command.Kind.values())),
        random.nextInt(12),
        random.nextInt(2) > 0 ? Aim.CLAIM : pick(random, List.of(Aim.values())),
        random.nextInt(2) > 0 ? Slip.NONE : pick(random, List.of(Slip.values())),
        random.nextInt(4) > 0 ? Duration.ofNanos(random.nextLong(60_000_000_000L)) : null,
        random.nextInt(3) > 0 ? pick(random, List.of(LeaseExpiry.values())) : null,
        pick(random, List.of(FailureKind.values())),
        Integer.toString(random.nextInt(random.nextInt(8) > 0 ? 2 : 30)),
        random.nextInt(8) > 0 ? Trouble.NONE : pick(random, List.of(Trouble.values())));
  }

  private static <T> T pick(Random random, List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
