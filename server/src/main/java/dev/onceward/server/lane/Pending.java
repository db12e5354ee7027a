package dev.onceward.server.lane;

import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Mandate;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Resolution;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A command on its way through a lane. Thread-safe: the first answer stands. */
final class Pending {
  private static final int BYTES_OF_ANY_COMMAND = 512;

  /** The record's key is in its guard, in its row, and in the due rows before and after. */
  private static final int KEYS_OF_ANY_COMMAND = 4;

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
      case BEGIN, RENEW, GET, RETAIN, HOLD, RELEASE, RESOLVE, FORCE_EXPIRE, REDACT -> false;
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

  /**
   * About how many bytes it may write, as far as the command tells; what its record has gathered
   * before is not known yet.
   */
  int bytes() {
    RecordKey key = command().key();
    int keyBytes = key.tenant().length() + key.key().length();
    return BYTES_OF_ANY_COMMAND + KEYS_OF_ANY_COMMAND * keyBytes + bytesBrought(keyBytes);
  }

  private int bytesBrought(int keyBytes) {
    return switch (command().kind()) {
      case BEGIN -> bytesOf(((Command.Begin) command()).labels());
      case COMPLETE -> {
        Command.Complete complete = (Command.Complete) command();
        yield bytesOf(complete.result()) + bytesOf(complete.references(), keyBytes);
      }
      case FAIL -> bytesOf(((Command.Fail) command()).failure().payload());
      case RENEW -> bytesOf(((Command.Renew) command()).references(), keyBytes);
      case RETAIN -> ((Command.Retain) command()).reason().length();
      case HOLD, RELEASE, FORCE_EXPIRE, REDACT -> bytesOf((Command.OfOperator) command());
      case RESOLVE -> {
        Command.Resolve resolve = (Command.Resolve) command();
        yield bytesOf(resolve) + bytesOf(resolve.resolution(), keyBytes);
      }
      case GET -> 0;
    };
  }

  /** The words stand in the record and in an event. */
  private static int bytesOf(Command.OfOperator command) {
    Mandate mandate = command.mandate();
    return 2 * (mandate.who().length() + mandate.evidence().length());
  }

  private static int bytesOf(Resolution resolution, int keyBytes) {
    if (resolution instanceof Resolution.Succeeded found) {
      return bytesOf(found.result()) + bytesOf(found.references(), keyBytes);
    }
    return resolution instanceof Resolution.FailedFinal found
        ? bytesOf(found.failure().payload())
        : 0;
  }

  private static int bytesOf(Payload payload) {
    return payload.bytes() == null ? 0 : payload.bytes().size();
  }

  private static int bytesOf(Map<String, String> labels) {
    return lengthOf(labels.keySet()) + lengthOf(labels.values());
  }

  /** Each stands in the record and has a row of its own. */
  private static int bytesOf(List<String> references, int keyBytes) {
    return 2 * lengthOf(references) + references.size() * keyBytes;
  }

  private static int lengthOf(Collection<String> texts) {
    return texts.stream().mapToInt(String::length).sum();
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
