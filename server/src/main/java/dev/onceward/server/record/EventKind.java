package dev.onceward.server.record;

/** What can happen to a record; named as in the contract. */
public enum EventKind {
  /** The first claim. */
  CLAIMED(false),
  /** More time for the claim. */
  RENEWED(true),
  /** A further claim. */
  TAKEN_OVER(false),
  /** The attempt reported a failure. */
  FAILED(false),
  /** The attempt reported its result. */
  COMPLETED(false),
  /** The attempt reported its result after its lease had ended or after it had failed. */
  COMPLETED_LATE(false),
  /** The lease ended. */
  EXPIRED(false),
  /** An operator's hold was placed. */
  HELD(false),
  /** An operator's hold was taken back. */
  RELEASED(false),
  /** An operator settled a doubt. */
  RESOLVED(false),
  /** An operator ended a claim. */
  FORCE_EXPIRED(false),
  /** An operator removed payload and labels. */
  REDACTED(false),
  /** A caller asked to keep the evidence longer. */
  RETAINED(true),
  /** Nobody tried again, or nobody may. */
  ABANDONED(false);

  private final boolean repeats;

  EventKind(boolean repeats) {
    this.repeats = repeats;
  }

  /** Whether it comes so often that only the first and the last in a row are told. */
  boolean repeats() {
    return repeats;
  }
}
