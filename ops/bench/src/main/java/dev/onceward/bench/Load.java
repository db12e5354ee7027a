package dev.onceward.bench;

/** What a scenario runs on, ready to be measured. Closed when it has been. */
interface Load extends AutoCloseable {
  /** The round trip of one slot. */
  RoundTrip trip(int slot);

  @Override
  void close();
}
