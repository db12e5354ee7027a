package dev.onceward.server.record;

import org.jspecify.annotations.Nullable;

/**
 * All that is kept about one key.
 *
 * @param online its record; null if there is none
 * @param filed what the archive holds of it; null if nothing. Beside a record only where the policy
 *     admitted the key anew, and then of its former life
 */
public record Evidence(@Nullable Record online, @Nullable Archived filed) {
  /** A key that was never seen, or that is forgotten. */
  public static final Evidence NONE = new Evidence(null, null);

  /** A record and nothing in the archive, or nothing at all. */
  public static Evidence of(@Nullable Record online) {
    return online == null ? NONE : new Evidence(online, null);
  }

  /** The highest version that this key ever had, as far as is known; 0 if nothing is. */
  public long version() {
    long filedVersion = filed == null ? 0 : filed.version();
    return online == null ? filedVersion : Math.max(online.claim().version(), filedVersion);
  }

  /** The revision that an operator's command is compared with; 0 if there is nothing. */
  long revision() {
    if (online != null) {
      return online.revision();
    }
    return filed == null ? 0 : filed.revision();
  }

  /** Who keeps it from being cleaned. */
  Keeping keeping() {
    if (online != null) {
      return online.keeping();
    }
    return filed == null ? Keeping.NONE : filed.keeping();
  }
}
