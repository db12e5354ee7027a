package dev.onceward.bench;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Plaintext connections to one server. */
final class Connections implements AutoCloseable {
  private static final int MESSAGE_BYTES_MAX = 8 << 20;

  private final List<ManagedChannel> channels;

  private Connections(List<ManagedChannel> channels) {
    this.channels = channels;
  }

  /** So many connections, each made by its first call. */
  static Connections to(String target, int count) {
    return new Connections(Stream.generate(() -> open(target)).limit(count).toList());
  }

  private static ManagedChannel open(String target) {
    return NettyChannelBuilder.forTarget(target)
        .usePlaintext()
        // Answers are handled where they are read: what we do with them takes a microsecond.
        .directExecutor()
        .maxInboundMessageSize(MESSAGE_BYTES_MAX)
        .build();
  }

  /** The connection of a slot; slots take turns. */
  ManagedChannel of(int slot) {
    return channels.get(slot % channels.size());
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    try {
      for (ManagedChannel channel : channels) {
        channel.awaitTermination(5, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
