package dev.onceward.server.record;

/**
 * How a record came into its present state, where more than one way leads there. Never read from a
 * caller's words.
 */
public enum Cause {
  /** By the claim, or by Complete. */
  CALL,
  /** The attempt said so itself, by Fail. */
  REPORTED,
  /** The claim's lease ended. */
  LEASE_EXPIRED,
  /** No attempts were left. */
  ATTEMPTS_EXHAUSTED,
  /** An operator ended the claim. */
  FORCE_EXPIRED,
  /** An operator settled the doubt. */
  RESOLVED,
  /** Nobody had tried again for too long. */
  ABANDONED;

  /** Whether the last attempt ended without a word, so that it may come back. */
  boolean isExpiry() {
    return this == LEASE_EXPIRED || this == FORCE_EXPIRED;
  }
}
