package dev.onceward.server.record;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a command gets back. */
public sealed interface Answer {

  /**
   * Begin's answer.
   *
   * @param decision what to do next
   * @param record as it stands
   * @param resumed EXECUTE to an attempt that already held the claim
   * @param leaseRemaining what is left of the present claim; null unless EXECUTE or IN_PROGRESS
   * @param retryAfter when to come back; null unless IN_PROGRESS or RETRY_LATER. Zero where waiting
   *     does not help: another version is expected than the record's
   */
  record Begun(
      Decision decision,
      Record record,
      boolean resumed,
      @Nullable Duration leaseRemaining,
      @Nullable Duration retryAfter)
      implements Answer {}

  /** Renew's answer: the record as it stands and what is left of the claim. */
  record Renewed(Record record, Duration leaseRemaining) implements Answer {}

  /** The answer of the other calls: the record as it stands. */
  record Known(Record record) implements Answer {}

  /**
   * The answer of calls about a key of which only a fingerprint is left.
   *
   * @param until how long that is kept; null for ever, or while something keeps it
   */
  record Filed(RecordKey key, Archived archived, @Nullable Instant until) implements Answer {}

  /**
   * A refusal.
   *
   * @param message for people: constant text, no caller's data
   * @param details for programs and people: names and values that the message speaks of
   */
  record Refused(Reason reason, String message, Map<String, String> details) implements Answer {
    /** Copies the details. */
    public Refused {
      details = Map.copyOf(details);
    }

    /** A refusal without details. */
    public Refused(Reason reason, String message) {
      this(reason, message, Map.of());
    }
  }
}
