package dev.onceward.server.record;

/** Why a payload's bytes are not kept. */
public enum PayloadOmitted {
  /** They are kept. */
  NONE,
  /** Over the limit. */
  TOO_LARGE,
  /** Dropped at the end of the retry tier. */
  EXPIRED,
  /** Removed by an operator. */
  REDACTED,
  /** Never given by the caller. */
  BY_CALLER
}
