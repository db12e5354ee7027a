package dev.onceward.server.record;

/** How much of a finished record is kept. */
public enum Tier {
  /** Everything. */
  RETRY,
  /** Everything but the payload. */
  REPLAY,
  /** References and audit fields. */
  DISPUTE,
  /** A fingerprint. */
  ARCHIVE
}
