package dev.onceward.server.record;

/** Where a key stands, absence included: the rows of the table of rules. */
public enum Situation {
  /** No record. */
  ABSENT,
  /** {@link State#PROCESSING}, its lease not ended. */
  PROCESSING,
  /** {@link State#SUCCEEDED}. */
  SUCCEEDED,
  /** {@link State#FAILED_RETRYABLE}. */
  FAILED_RETRYABLE,
  /** {@link State#FAILED_FINAL}. */
  FAILED_FINAL,
  /** {@link State#IN_DOUBT}. */
  IN_DOUBT,
  /** No record, but a fingerprint of one. */
  ARCHIVED;

  static Situation of(Evidence seen) {
    Record record = seen.online();
    if (record == null) {
      return seen.filed() == null ? ABSENT : ARCHIVED;
    }
    return switch (record.state()) {
      case PROCESSING -> PROCESSING;
      case SUCCEEDED -> SUCCEEDED;
      case FAILED_RETRYABLE -> FAILED_RETRYABLE;
      case FAILED_FINAL -> FAILED_FINAL;
      case IN_DOUBT -> IN_DOUBT;
    };
  }
}
