package dev.onceward.server.kv.sim;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The values that one key had, as far back as some snapshot looks. Guarded by its map. */
final class Versions {
  private final Deque<Version> versions = new ArrayDeque<>();

  /** The value in the snapshot {@code at}, or null where the key was absent. */
  byte @Nullable [] at(long at) {
    Iterator<Version> newestFirst = versions.descendingIterator();
    while (newestFirst.hasNext()) {
      Version version = newestFirst.next();
      if (version.number <= at) {
        return version.value;
      }
    }
    return null;
  }

  byte @Nullable [] latest() {
    return at(Long.MAX_VALUE);
  }

  /** When the key was last written, removal included. */
  long lastWritten() {
    return versions.isEmpty() ? 0 : versions.getLast().number;
  }

  void put(long number, byte @Nullable [] value) {
    if (lastWritten() == number) {
      versions.removeLast();
    }
    versions.addLast(new Version(number, value));
  }

  /** Forgets what no snapshot from {@code oldest} on can see. */
  void forgetBefore(long oldest) {
    while (versions.size() > 1) {
      Version first = versions.removeFirst();
      if (versions.getFirst().number > oldest) {
        versions.addFirst(first);
        return;
      }
    }
  }

  /** Whether every snapshot from {@code oldest} on finds the key absent and unwritten since. */
  boolean goneSince(long oldest) {
    return lastWritten() <= oldest && latest() == null;
  }

  private static final class Version {
    private final long number;
    private final byte @Nullable [] value;

    Version(long number, byte @Nullable [] value) {
      this.number = number;
      this.value = value;
    }
  }
}
