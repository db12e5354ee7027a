package dev.onceward.server.record;

import java.util.ArrayList;
import java.util.List;

/** A record's latest events, oldest first. */
final class Events {
  /** How many are told. */
  static final int MAX = 16;

  private Events() {}

  /** The events with one more. Of a kind that repeats, the first and the last in a row are kept. */
  static List<Event> with(List<Event> before, Event event) {
    List<Event> all = new ArrayList<>(before.size() + 1);
    all.addAll(before);
    int size = all.size();
    if (event.kind().repeats()
        && size >= 2
        && isAlike(all.get(size - 1), event)
        && isAlike(all.get(size - 2), event)) {
      all.remove(size - 1);
    }
    all.add(event);
    return all.subList(Math.max(0, all.size() - MAX), all.size());
  }

  private static boolean isAlike(Event one, Event other) {
    return one.kind() == other.kind() && one.version() == other.version();
  }
}
