package dev.onceward.server.record;

/** Where a record stands. A key without a record is absent, which is no state. */
public enum State {
  /** Claimed by an attempt that may be at work. */
  PROCESSING,
  /** Final, with a result. */
  SUCCEEDED,
  /** The last attempt failed or its lease ended harmlessly; the next Begin may claim. */
  FAILED_RETRYABLE,
  /** Final, with a failure. */
  FAILED_FINAL,
  /** The last attempt may have had its effect; nobody claims until that is settled. */
  IN_DOUBT;

  /** Whether nothing will change the outcome any more. */
  public boolean isFinal() {
    return this == SUCCEEDED || this == FAILED_FINAL;
  }
}
