package dev.onceward.server.lifecycle;

import java.util.Map;

/** Told how many records there are. Implementations are thread-safe and fast. */
@FunctionalInterface
public interface CensusObserver {
  /** Hears nothing. */
  CensusObserver NONE = counts -> {};

  /** All records were counted: by tenant, then by the name of their state, or ARCHIVED. */
  void counted(Map<String, Map<String, Long>> counts);
}
