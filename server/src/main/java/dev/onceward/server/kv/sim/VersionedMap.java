package dev.onceward.server.kv.sim;

import dev.onceward.server.kv.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map that remembers old values as long as a snapshot needs them, and that commits only
 * what its guards allow. Thread-safe.
 */
final class VersionedMap {
  private final TreeMap<byte[], Versions> rows = new TreeMap<>(Arrays::compareUnsigned);
  private final TreeMap<Long, Integer> snapshots = new TreeMap<>();
  private final Queue<byte[]> cleared = new ArrayDeque<>();
  private long version;

  /** Opens a snapshot of now, to be given back by {@link #release}. */
  synchronized long snapshot() {
    snapshots.merge(version, 1, Integer::sum);
    return version;
  }

  synchronized void release(long snapshot) {
    snapshots.computeIfPresent(snapshot, (key, holders) -> holders == 1 ? null : holders - 1);
  }

  synchronized byte @Nullable [] read(byte[] key, long snapshot) {
    Versions versions = rows.get(key);
    return versions == null ? null : versions.at(snapshot);
  }

  synchronized List<Row> scan(byte[] begin, byte[] end, int limit, long snapshot) {
    List<Row> found = new ArrayList<>();
    for (Map.Entry<byte[], Versions> row : rows.subMap(begin, end).entrySet()) {
      byte[] value = row.getValue().at(snapshot);
      if (value != null) {
        found.add(new Row(row.getKey(), value));
        if (found.size() == limit) {
          break;
        }
      }
    }
    return found;
  }

  /** Makes all changes, in order, unless a guarded key was written after {@code snapshot}. */
  synchronized boolean commit(long snapshot, Collection<byte[]> guards, List<Change> changes) {
    for (byte[] key : guards) {
      Versions versions = rows.get(key);
      if (versions != null && versions.lastWritten() > snapshot) {
        return false;
      }
    }
    version++;
    long oldest = oldestSnapshot();
    for (Change change : changes) {
      Versions versions = rows.computeIfAbsent(change.key(), key -> new Versions());
      byte[] value = change.apply(versions.latest());
      versions.put(version, value);
      versions.forgetBefore(oldest);
      if (value == null) {
        cleared.add(change.key());
      }
    }
    sweep(oldest);
    return true;
  }

  /** Drops the old values of these keys that no snapshot needs. */
  synchronized void forget(byte[] begin, byte[] end) {
    long oldest = oldestSnapshot();
    rows.subMap(begin, end).values().forEach(versions -> versions.forgetBefore(oldest));
    sweep(oldest);
  }

  private long oldestSnapshot() {
    return snapshots.isEmpty() ? version : snapshots.firstKey();
  }

  /** Drops cleared rows, in the order of their clearing, once no snapshot can tell. */
  private void sweep(long oldest) {
    for (byte[] key = cleared.peek(); key != null; key = cleared.peek()) {
      Versions versions = rows.get(key);
      if (versions != null && versions.latest() == null && !versions.goneSince(oldest)) {
        return;
      }
      if (versions != null && versions.goneSince(oldest)) {
        rows.remove(key);
      }
      cleared.remove();
    }
  }
}
