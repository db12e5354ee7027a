package dev.onceward.server.record;

import java.util.List;

/** How much of a finished record is kept. */
public enum Tier {
  /** Everything. */
  RETRY,
  /** Everything but the payload. */
  REPLAY,
  /** References and audit fields. */
  DISPUTE,
  /** A fingerprint. */
  ARCHIVE;

  /** The tiers of a record, in order; the last one is not that of a record any more. */
  static final List<Tier> ONLINE = List.of(RETRY, REPLAY, DISPUTE);
}
