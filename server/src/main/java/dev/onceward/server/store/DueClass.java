package dev.onceward.server.store;

import dev.onceward.server.record.State;

/** What a record's due row waits for. */
enum DueClass {
  /** The end of a claim's lease. */
  LEASE(1),
  /** The end of a finished record's tier, or of the patience with an abandoned one. */
  TIER(2),
  /** A person: the row tells since when. */
  DOUBT(3),
  /** The end of an archived key; in days. */
  ARCHIVE(4);

  private final int code;

  DueClass(int code) {
    this.code = code;
  }

  /** The class's number in keys, for ever. */
  int code() {
    return code;
  }

  static DueClass of(State state) {
    return switch (state) {
      case PROCESSING -> LEASE;
      case SUCCEEDED, FAILED_FINAL, FAILED_RETRYABLE -> TIER;
      case IN_DOUBT -> DOUBT;
    };
  }
}
