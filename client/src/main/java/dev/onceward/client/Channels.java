package dev.onceward.client;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The connections of a client, used in turn. Thread-safe. */
final class Channels implements AutoCloseable {
  private static final long CLOSE_SECONDS = 5;

  private final List<Channel> all;
  private final List<ManagedChannel> owned;
  private final AtomicInteger turn = new AtomicInteger();

  private Channels(List<Channel> all, List<ManagedChannel> owned) {
    this.all = List.copyOf(all);
    this.owned = List.copyOf(owned);
  }

  /** Channels that {@link #close} shuts down. */
  static Channels owning(List<ManagedChannel> channels) {
    return new Channels(List.copyOf(channels), channels);
  }

  /** A channel that stays its owner's. */
  static Channels borrowing(Channel channel) {
    return new Channels(List.of(channel), List.of());
  }

  Channel next() {
    return all.get(Math.floorMod(turn.getAndIncrement(), all.size()));
  }

  /** Lets the calls under way end, for a while, then cuts them off. */
  @Override
  public void close() {
    owned.forEach(ManagedChannel::shutdown);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
    try {
      for (ManagedChannel channel : owned) {
        if (!channel.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          channel.shutdownNow();
        }
      }
    } catch (InterruptedException e) {
      owned.forEach(ManagedChannel::shutdownNow);
      Thread.currentThread().interrupt();
    }
  }
}
