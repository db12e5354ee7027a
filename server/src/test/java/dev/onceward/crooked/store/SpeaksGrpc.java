package dev.onceward.crooked.store;

import dev.onceward.crooked.lane.JoinsFutures;
import io.grpc.Status;

/** A store that speaks gRPC and knows who waits for it. */
public final class SpeaksGrpc {
  /** A status in the store. */
  public static final Status OK = Status.OK;

  private SpeaksGrpc() {}

  static Object reach() {
    return JoinsFutures.class;
  }
}
