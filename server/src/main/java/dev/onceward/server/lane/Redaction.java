package dev.onceward.server.lane;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.RecordStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a Redact waits for after it is stored: until no server tells the bytes from memory any more,
 * and until they are out of the store's files. A Redact that is repeated waits for the same again,
 * so one whose end is not known can be sent again. Thread-safe.
 */
final class Redaction {
  private static final Logger LOG = LoggerFactory.getLogger(Redaction.class);

  private final KeyValueStore store;
  private final RecordStore records;
  private final Clocks clocks;

  Redaction(KeyValueStore store, RecordStore records, Clocks clocks) {
    this.store = store;
    this.records = records;
    this.clocks = clocks;
  }

  /** The answer to a command, given when what it says is true of all servers and of the disk. */
  CompletableFuture<Answer> completed(Command command, Answer answer) {
    if (command.kind() != Command.Kind.REDACT || answer instanceof Answer.Refused) {
      return CompletableFuture.completedFuture(answer);
    }
    return forgotten()
        .thenCompose(nothing -> records.scrub(store, command.key()))
        .thenApply(nothing -> answer)
        .exceptionally(failure -> unfinished(command.key(), failure));
  }

  private CompletableFuture<Void> forgotten() {
    CompletableFuture<Void> forgotten = new CompletableFuture<>();
    try {
      var unused =
          clocks
              .timer()
              .schedule(
                  () -> forgotten.complete(null),
                  SettledAnswers.MEMORY.toNanos(),
                  TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      forgotten.completeExceptionally(e); // the server is going down
    }
    return forgotten;
  }

  private Answer unfinished(RecordKey key, Throwable failure) {
    LOG.warn("redacted, but not scrubbed: bucket={}", records.bucketOf(key), failure);
    return new Answer.Refused(
        Reason.OUTCOME_UNKNOWN,
        "the record is redacted, but the store's files may still hold its bytes: send it again");
  }
}
