package dev.onceward.server.record;

/** What the caller of Begin does next; named as in the contract. */
public enum Decision {
  /** Do the work. */
  EXECUTE,
  /** Come back later: another attempt is at work. */
  IN_PROGRESS,
  /** Give back what is recorded. */
  REPLAY,
  /** Try again, but not yet or not by this version. */
  RETRY_LATER,
  /** Find out whether it happened. */
  IN_DOUBT
}
