package dev.onceward.server.record;

/** What an attempt knows about its effect when it fails. */
public enum FailureKind {
  /** No effect; trying again may help. */
  RETRYABLE,
  /** No effect; trying again is pointless. */
  FINAL,
  /** The effect may have happened. */
  UNKNOWN
}
