package dev.onceward.server.lane;

import dev.onceward.server.kv.Attempts;
import dev.onceward.server.kv.RunLimits;
import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.store.RecordStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of large payloads, which stand in rows of their own and are read after the decision,
 * outside the lane. Thread-safe.
 */
final class StoredPayloads {
  private final TransactionRunner runner;
  private final RecordStore records;
  private final Duration patience;

  StoredPayloads(TransactionRunner runner, RecordStore records, Duration patience) {
    this.runner = runner;
    this.records = records;
    this.patience = patience;
  }

  /** Whether the answer's record has a payload whose bytes it has not got. */
  static boolean isWantedBy(Answer answer) {
    Record record = recordOf(answer);
    Payload payload = record == null ? null : record.payload();
    return payload != null && payload.isElsewhere();
  }

  /**
   * Whether the payload of the answer's record is its result's: the one that callers may decline.
   */
  static boolean isOfResult(Answer answer) {
    Record record = recordOf(answer);
    return record != null && record.result() != null;
  }

  /**
   * The answer with the bytes of its record's payload. Without them if the record has moved on
   * since it was decided, and they with it.
   */
  CompletableFuture<Answer> filledIn(Command.Kind call, Answer answer) {
    Record record = recordOf(answer);
    if (record == null || !isWantedBy(answer)) {
      return CompletableFuture.completedFuture(answer);
    }
    return runner
        .run(
            Attempts.of(transaction -> records.withPayload(transaction, record)),
            RunLimits.within(patience))
        .handle((read, failure) -> failure == null ? with(read, answer) : unread(call));
  }

  /** Only Get is sure to have stored nothing. */
  private static Answer unread(Command.Kind call) {
    return new Answer.Refused(
        call == Command.Kind.GET ? Reason.STORE_UNAVAILABLE : Reason.OUTCOME_UNKNOWN,
        "the store did not give the stored payload in time");
  }

  private static @Nullable Record recordOf(Answer answer) {
    if (answer instanceof Answer.Begun begun) {
      return begun.record();
    }
    if (answer instanceof Answer.Renewed renewed) {
      return renewed.record();
    }
    return answer instanceof Answer.Known known ? known.record() : null;
  }

  private static Answer with(Record record, Answer answer) {
    if (answer instanceof Answer.Begun begun) {
      return new Answer.Begun(
          begun.decision(), record, begun.resumed(), begun.leaseRemaining(), begun.retryAfter());
    }
    return answer instanceof Answer.Renewed renewed
        ? new Answer.Renewed(record, renewed.leaseRemaining())
        : new Answer.Known(record);
  }
}
