package dev.onceward.server.rpc;

import com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;

/**
 * A request as it came off the wire: a message, or why its bytes are none. Exactly one is there.
 *
 * @param malformed what of the message, if it is a Batch, is to be refused all the same
 */
record Received(@Nullable Message message, @Nullable Refusal refusal, MalformedItems malformed) {
  static Received of(Message message) {
    return new Received(message, null, MalformedItems.NONE);
  }

  static Received of(Refusal refusal) {
    return new Received(null, refusal, MalformedItems.NONE);
  }
}
