package dev.onceward.server.record;

/** What becomes of a claim whose lease ends without a word. */
public enum LeaseExpiry {
  /** Its work may run again. */
  RETRY,
  /** It may have had its effect: hold the key in doubt. */
  HOLD
}
