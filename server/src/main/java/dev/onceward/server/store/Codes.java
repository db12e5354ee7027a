package dev.onceward.server.store;

import dev.onceward.server.record.AfterArchive;
import dev.onceward.server.record.Cause;
import dev.onceward.server.record.EventKind;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.PayloadOmitted;
import dev.onceward.server.record.State;
import dev.onceward.server.record.Tier;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * The numbers that stand for enum values in stored rows, for ever. 0 stands for absent. Written
 * out, since the order of an enum's values is nothing to rely on.
 */
final class Codes<E extends Enum<E>> {
  static final Codes<State> STATE =
      new Codes<>(State.class)
          .put(1, State.PROCESSING)
          .put(2, State.SUCCEEDED)
          .put(3, State.FAILED_RETRYABLE)
          .put(4, State.FAILED_FINAL)
          .put(5, State.IN_DOUBT);
  static final Codes<Cause> CAUSE =
      new Codes<>(Cause.class)
          .put(1, Cause.CALL)
          .put(2, Cause.REPORTED)
          .put(3, Cause.LEASE_EXPIRED)
          .put(4, Cause.ATTEMPTS_EXHAUSTED)
          .put(5, Cause.FORCE_EXPIRED)
          .put(6, Cause.RESOLVED)
          .put(7, Cause.ABANDONED);
  static final Codes<LeaseExpiry> LEASE_EXPIRY =
      new Codes<>(LeaseExpiry.class).put(1, LeaseExpiry.RETRY).put(2, LeaseExpiry.HOLD);
  static final Codes<FailureKind> FAILURE_KIND =
      new Codes<>(FailureKind.class)
          .put(1, FailureKind.RETRYABLE)
          .put(2, FailureKind.FINAL)
          .put(3, FailureKind.UNKNOWN);
  static final Codes<PayloadOmitted> PAYLOAD_OMITTED =
      new Codes<>(PayloadOmitted.class)
          .put(1, PayloadOmitted.NONE)
          .put(2, PayloadOmitted.TOO_LARGE)
          .put(3, PayloadOmitted.EXPIRED)
          .put(4, PayloadOmitted.REDACTED)
          .put(5, PayloadOmitted.BY_CALLER);
  static final Codes<Tier> TIER =
      new Codes<>(Tier.class)
          .put(1, Tier.RETRY)
          .put(2, Tier.REPLAY)
          .put(3, Tier.DISPUTE)
          .put(4, Tier.ARCHIVE);
  static final Codes<AfterArchive> AFTER_ARCHIVE =
      new Codes<>(AfterArchive.class).put(1, AfterArchive.REFUSE).put(2, AfterArchive.ADMIT);
  static final Codes<EventKind> EVENT_KIND =
      new Codes<>(EventKind.class)
          .put(1, EventKind.CLAIMED)
          .put(2, EventKind.RENEWED)
          .put(3, EventKind.TAKEN_OVER)
          .put(4, EventKind.FAILED)
          .put(5, EventKind.COMPLETED)
          .put(6, EventKind.COMPLETED_LATE)
          .put(7, EventKind.EXPIRED)
          .put(8, EventKind.HELD)
          .put(9, EventKind.RELEASED)
          .put(10, EventKind.RESOLVED)
          .put(11, EventKind.FORCE_EXPIRED)
          .put(12, EventKind.REDACTED)
          .put(13, EventKind.RETAINED)
          .put(14, EventKind.ABANDONED);

  /** Stands where a state's number would, in the counter of archived keys. */
  static final int ARCHIVED = 6;

  private final String name;
  private final Map<E, Integer> codes;
  private final Map<Integer, E> values = new HashMap<>();

  private Codes(Class<E> type) {
    name = type.getSimpleName();
    codes = new EnumMap<>(type);
  }

  private Codes<E> put(int code, E value) {
    codes.put(value, code);
    values.put(code, value);
    return this;
  }

  /** What a counter counts, in words. */
  static String nameOf(int counted) {
    State state = STATE.values.get(counted);
    if (state != null) {
      return state.name();
    }
    return counted == ARCHIVED ? "ARCHIVED" : "unknown state " + counted;
  }

  boolean isKnown(int code) {
    return values.containsKey(code);
  }

  int code(E value) {
    Integer code = codes.get(value);
    if (code == null) {
      throw new IllegalStateException(name + " has no code for " + value);
    }
    return code;
  }

  E value(int code) throws CorruptRecordException {
    E value = values.get(code);
    if (value == null) {
      throw new CorruptRecordException("unknown " + name + " code " + code, null);
    }
    return value;
  }
}
