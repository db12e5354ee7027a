package dev.onceward.crooked.lifecycle;

import dev.onceward.crooked.lane.JoinsFutures;

/** A background pass that goes through the lanes, open to be extended. */
public class KnowsLane {
  static Object reach() {
    return JoinsFutures.class;
  }
}
