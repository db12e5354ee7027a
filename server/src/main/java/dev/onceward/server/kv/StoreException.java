package dev.onceward.server.kv;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why an attempt or a run did not end well. Its kind is what callers decide by; the driver's own
 * words stay in the cause.
 */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is known about the writes of the attempt or run. */
  public enum Kind {
    /** Not committed: a guarded key was written by another. A fresh attempt may succeed at once. */
    CONFLICT,
    /** Not committed, for a passing reason. A fresh attempt may succeed after a pause. */
    UNAVAILABLE,
    /** May have been committed; the attempt is over, so a fresh read tells. */
    MAYBE_COMMITTED,
    /**
     * May have been committed or may yet be. {@link #fenceKey} must be fenced by whoever tries
     * again.
     */
    MAYBE_LATER,
    /**
     * Not committed, and no attempt will be: a limit or rule of the store was broken. A defect of
     * ours.
     */
    INVALID
  }

  private final Kind kind;
  private final byte @Nullable [] fenceKey;

  private StoreException(
      Kind kind, String message, byte @Nullable [] fenceKey, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = Objects.requireNonNull(kind);
    this.fenceKey = fenceKey;
  }

  /** An exception of any kind but MAYBE_LATER. */
  public static StoreException of(Kind kind, String message, @Nullable Throwable cause) {
    if (kind == Kind.MAYBE_LATER) {
      throw new IllegalArgumentException("MAYBE_LATER needs a key to fence");
    }
    return new StoreException(kind, message, null, cause);
  }

  /**
   * An attempt that may still land.
   *
   * @param fenceKey a key that the attempt both guarded and wrote, or declared as written:
   *     whichever of the attempt and a {@link Transaction#fence fence} on it commits second,
   *     conflicts
   */
  public static StoreException maybeLater(
      String message, byte[] fenceKey, @Nullable Throwable cause) {
    return new StoreException(Kind.MAYBE_LATER, message, fenceKey, cause);
  }

  /** What is known about the writes. */
  public Kind kind() {
    return kind;
  }

  /** The key to fence; present for MAYBE_LATER only. */
  public byte @Nullable [] fenceKey() {
    return fenceKey;
  }
}
