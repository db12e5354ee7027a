package dev.onceward.server.record;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known about one key. Immutable, and never inconsistent: what the contract says
 * is set in a state is set, and nothing else.
 *
 * @param key whose
 * @param intent what the key stands for
 * @param state where it stands
 * @param cause how it came there
 * @param stateSince since when; for an ended lease the lease's end, whenever it was noticed
 * @param revision rises with every stored change
 * @param claim the last claim
 * @param leaseExpiresAt when the claim ends; PROCESSING only
 * @param result SUCCEEDED only
 * @param failure of the last attempt that failed; always in FAILED_*, never in SUCCEEDED
 * @param references business numbers to find it by
 * @param spentAttemptIds attempt ids of earlier claims, oldest first
 * @param keeping what keeps it from being cleaned
 * @param kept how much is kept and until when; final states only
 * @param events the last things that happened, oldest first
 */
@SuppressWarnings(
    "JavaLangClash") // the product's central noun; java.lang.Record is never meant here
public record Record(
    RecordKey key,
    Intent intent,
    State state,
    Cause cause,
    Instant stateSince,
    long revision,
    Claim claim,
    @Nullable Instant leaseExpiresAt,
    @Nullable Payload result,
    @Nullable Failure failure,
    List<String> references,
    List<String> spentAttemptIds,
    Keeping keeping,
    @Nullable Kept kept,
    List<Event> events) {

  /** Most references of a record. */
  public static final int REFERENCES_MAX = 16;

  /**
   * How many earlier attempt ids are remembered. A copy of a Begin that is older than so many
   * claims is not recognised.
   */
  public static final int SPENT_ATTEMPT_IDS_MAX = 32;

  /**
   * How much of a finished record is kept.
   *
   * @param tier how much
   * @param until when the tier ends; null for never, or while something keeps it
   */
  public record Kept(Tier tier, @Nullable Instant until) {}

  /** Checks what each state promises. */
  public Record {
    references = List.copyOf(references);
    spentAttemptIds = List.copyOf(spentAttemptIds);
    events = List.copyOf(events);
    check(revision >= 1, "revision", state);
    check((leaseExpiresAt != null) == (state == State.PROCESSING), "leaseExpiresAt", state);
    check((result != null) == (state == State.SUCCEEDED), "result", state);
    check((kept != null) == state.isFinal(), "kept", state);
    boolean failed = state == State.FAILED_RETRYABLE || state == State.FAILED_FINAL;
    check(failure != null || !failed, "failure", state);
    check(failure == null || state != State.SUCCEEDED, "failure", state);
  }

  private static void check(boolean holds, String part, State state) {
    if (!holds) {
      throw new IllegalArgumentException("record with wrong " + part + " in " + state);
    }
  }

  /**
   * The one payload that a record may carry: its result's or its failure's; null if neither is
   * there.
   */
  public @Nullable Payload payload() {
    if (result != null) {
      return result;
    }
    return failure == null ? null : failure.payload();
  }

  /** The same with the payload's bytes filled in. */
  public Record withPayloadBytes(Bytes bytes) {
    Payload payload = payload();
    return payload == null
        ? this
        : new RecordDraft(this).withPayload(payload.with(bytes)).build(revision);
  }

  /** The same, kept otherwise. */
  Record with(Kept other) {
    RecordDraft draft = new RecordDraft(this);
    draft.kept = other;
    return draft.build(revision);
  }

  /** How it is kept, in a final state. */
  Kept keptAs() {
    return Objects.requireNonNull(kept);
  }

  boolean hasSpent(String attemptId) {
    return claim.attemptId().equals(attemptId) || spentAttemptIds.contains(attemptId);
  }
}
