package dev.onceward.server.kv.fdb;

import com.apple.foundationdb.FDBException;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.StoreException.Kind;
import java.util.HashMap;
import java.util.Map;

/**
 * The one table of what FoundationDB's error codes mean for an attempt. Decides by number, never by
 * message, and without the native library.
 */
final class FdbErrors {
  private static final Map<Integer, Kind> KINDS = new HashMap<>();

  static {
    // transaction_too_old, not_committed: the next attempt has a new snapshot, which is all it
    // takes.
    put(Kind.CONFLICT, 1007, 1020);
    // future_version, process_behind, database_locked, memory limits of commit and read version
    // proxies, throttling of batches, of tags and of tags by the proxy; from 7.4 on also throttling
    // by hot shards and range locks.
    put(Kind.UNAVAILABLE, 1009, 1037, 1038, 1042, 1051, 1078, 1213, 1223, 1235, 1242);
    // commit_unknown_result: the client has made sure that the attempt is over.
    put(Kind.MAYBE_COMMITTED, 1021);
    // transaction_cancelled, transaction_timed_out, cluster_version_changed: the commit may be
    // under
    // way in the cluster.
    put(Kind.MAYBE_LATER, 1025, 1031, 1039);
    // transaction_too_large, key_too_large, value_too_large; then what only a defect of ours
    // brings:
    // accessed_unreadable, key_outside_legal_range, inverted_range, used_during_commit,
    // invalid_mutation_type.
    put(Kind.INVALID, 2101, 2102, 2103, 1036, 2004, 2005, 2017, 2018);
  }

  private FdbErrors() {}

  private static void put(Kind kind, int... codes) {
    for (int code : codes) {
      KINDS.put(code, kind);
    }
  }

  /**
   * What an error means before the commit was sent, when nothing can have been committed. Unknown
   * codes are a defect of ours where FoundationDB numbers them as misuse, else taken for passing.
   */
  static Kind beforeCommit(int code) {
    Kind known = KINDS.get(code);
    if (known == null) {
      return code >= 2000 && code < 3000 ? Kind.INVALID : Kind.UNAVAILABLE;
    }
    return known == Kind.MAYBE_COMMITTED || known == Kind.MAYBE_LATER ? Kind.UNAVAILABLE : known;
  }

  /**
   * What an error means once the commit was sent. Of an unknown code nothing can be ruled out, so
   * the attempt may even land later; the fence that this asks for costs little.
   */
  static Kind atCommit(int code) {
    return KINDS.getOrDefault(code, Kind.MAYBE_LATER);
  }

  static StoreException beforeCommit(FDBException error) {
    return StoreException.of(beforeCommit(error.getCode()), "the attempt failed", error);
  }

  /**
   * The failure of an attempt whose commit was sent.
   *
   * @param fenceKey what shuts the attempt out, should it still be able to land
   */
  static StoreException atCommit(FDBException error, byte[] fenceKey) {
    Kind kind = atCommit(error.getCode());
    return kind == Kind.MAYBE_LATER
        ? StoreException.maybeLater("the commit's outcome is unknown", fenceKey, error)
        : StoreException.of(kind, "the commit failed", error);
  }
}
