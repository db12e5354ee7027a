package dev.onceward.server.rpc;

import dev.onceward.server.record.Command;
import java.time.Duration;

/**
 * A request whose fields have passed: the command and the wishes about its answer.
 *
 * @param command what to decide
 * @param waitAtMost how long the caller would wait for another attempt to end
 * @param withPayload whether the answer's result is to have its payload
 */
record Question(Command command, Duration waitAtMost, boolean withPayload) implements Admission {
  /** A command that does not wait, with its record whole. */
  static Question of(Command command) {
    return new Question(command, Duration.ZERO, true);
  }
}
