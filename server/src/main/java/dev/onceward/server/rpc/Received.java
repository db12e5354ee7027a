package dev.onceward.server.rpc;

import com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;

/**
 * A request as it came off the wire: a message, or why its bytes are none. Exactly one is there.
 */
record Received(@Nullable Message message, @Nullable Refusal refusal) {
  static Received of(Message message) {
    return new Received(message, null);
  }

  static Received of(Refusal refusal) {
    return new Received(null, refusal);
  }
}
