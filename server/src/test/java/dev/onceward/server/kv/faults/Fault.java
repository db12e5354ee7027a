package dev.onceward.server.kv.faults;

/** What can go wrong between a caller and its store. */
public enum Fault {
  /** The commit happens up to 200 ms after the body, on its old snapshot. */
  DELAY,
  /** Nothing is committed: CONFLICT. */
  CONFLICT,
  /** Nothing is committed: UNAVAILABLE. */
  UNAVAILABLE,
  /** Committed, but the answer is MAYBE_COMMITTED. */
  UNKNOWN_APPLIED,
  /** Not committed, and the answer is MAYBE_COMMITTED. */
  UNKNOWN_LOST,
  /** MAYBE_LATER at once; the commit itself happens, or conflicts, up to 5 s later. */
  LATE,
  /** A scan returns one row where there may be more. */
  SHORT_SCAN,
  /** A watch fires up to 5 s late. */
  WATCH_LATE,
  /** A watch fires without a change. */
  WATCH_SPURIOUS,
  /** A watch never fires. */
  WATCH_SILENT
}
