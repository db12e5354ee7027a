package dev.onceward.bench;

/** Where a round trip takes place, and who hears how it ended. Told once a trip, on any thread. */
interface Slot {
  /** The round trip ended as it should. */
  void arrived();

  /** The round trip ended otherwise. */
  void failed(String message);
}
