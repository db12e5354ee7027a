package dev.onceward.server.lifecycle;

import java.util.List;

/**
 * The buckets dealt out among the living servers of a store: each takes every n-th. While servers
 * come and go they may disagree, and then two look after one bucket, or none for a moment.
 * Thread-safe.
 */
public final class Fellows implements Assignment {
  private volatile Seat seat = new Seat(0, 1);

  private record Seat(int index, int count) {}

  /** A server that is alone, for all that it knows. */
  Fellows() {}

  /**
   * Deals anew.
   *
   * @param living all of them, in the order that each of them sees
   */
  <T> void deal(List<T> living, T self) {
    seat = new Seat(living.indexOf(self), living.size());
  }

  @Override
  public boolean isMine(int bucket) {
    Seat now = seat;
    return bucket % now.count == now.index;
  }
}
