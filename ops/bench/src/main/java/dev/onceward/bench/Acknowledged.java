package dev.onceward.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * What a server has acknowledged, key by key, so that it can be asked for again. Keys are numbers
 * from 0. Thread-safe.
 */
final class Acknowledged {
  private static final int KEYS_AT_ONCE = 1 << 16;

  private final List<Part> parts = new ArrayList<>(); // guarded by this
  private int keys; // guarded by this

  /** Some neighbouring keys. */
  private static final class Part {
    private final long[] versions = new long[KEYS_AT_ONCE];
    private final boolean[] completed = new boolean[KEYS_AT_ONCE];
  }

  /**
   * What is known of one key.
   *
   * @param version of its claim; 0 if its Begin was never answered
   * @param completed whether its Complete was answered
   */
  record Known(long version, boolean completed) {}

  /** A key that nobody has used. */
  synchronized int next() {
    if (keys % KEYS_AT_ONCE == 0) {
      parts.add(new Part());
    }
    return keys++;
  }

  synchronized int keys() {
    return keys;
  }

  synchronized void begun(int key, long version) {
    part(key).versions[key % KEYS_AT_ONCE] = version;
  }

  synchronized void completed(int key) {
    part(key).completed[key % KEYS_AT_ONCE] = true;
  }

  synchronized Known of(int key) {
    Part part = part(key);
    return new Known(part.versions[key % KEYS_AT_ONCE], part.completed[key % KEYS_AT_ONCE]);
  }

  private Part part(int key) {
    return parts.get(key / KEYS_AT_ONCE);
  }
}
