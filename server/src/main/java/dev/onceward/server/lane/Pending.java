package dev.onceward.server.lane;

import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Reason;
import java.util.concurrent.CompletableFuture;

/** A command on its way through a lane. Thread-safe: the first answer stands. */
final class Pending {
  private static final int BYTES_OF_ANY_COMMAND = 1024;

  private final Ask ask;
  private final long stayUntilNanos;
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();

  /**
   * A command that has just arrived.
   *
   * @param patienceEndNanos until when a report is tried though nobody listens
   */
  Pending(Ask ask, long patienceEndNanos) {
    this.ask = ask;
    this.stayUntilNanos = isReport() ? patienceEndNanos : ask.deadlineNanos();
  }

  /** The truth about an effect must get in, so reports outlive their calls. */
  private boolean isReport() {
    return switch (ask.command().kind()) {
      case COMPLETE, FAIL -> true;
      case BEGIN, RENEW, GET, RETAIN -> false;
    };
  }

  Command command() {
    return ask.command();
  }

  CompletableFuture<Answer> answer() {
    return answer;
  }

  boolean isAnswered() {
    return answer.isDone();
  }

  /** Whether its turn may still come. */
  boolean isWanted(long nowNanos) {
    return nowNanos - stayUntilNanos < 0 && (isReport() || !ask.cancelled().getAsBoolean());
  }

  long remainingNanos(long nowNanos) {
    return stayUntilNanos - nowNanos;
  }

  /** About how many bytes it may write. */
  int bytes() {
    return switch (ask.command().kind()) {
      case COMPLETE -> bytesOf(((Command.Complete) ask.command()).result());
      case FAIL -> bytesOf(((Command.Fail) ask.command()).failure().payload());
      case BEGIN, RENEW, GET, RETAIN -> BYTES_OF_ANY_COMMAND;
    };
  }

  private static int bytesOf(dev.onceward.server.record.Payload payload) {
    return BYTES_OF_ANY_COMMAND + (payload.bytes() == null ? 0 : payload.bytes().size());
  }

  void refuse(Reason reason, String message) {
    answer.complete(new Answer.Refused(reason, message));
  }

  /** Answers for a transaction that may have been committed. */
  void refuseAsUnknown() {
    if (command().kind() == Command.Kind.GET) {
      refuse(Reason.STORE_UNAVAILABLE, "the store did not answer");
    } else {
      refuse(Reason.OUTCOME_UNKNOWN, "the change may or may not have been stored");
    }
  }
}
