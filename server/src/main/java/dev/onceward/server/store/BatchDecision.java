package dev.onceward.server.store;

import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Outcome;
import dev.onceward.server.record.Policy;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Terms;
import dev.onceward.server.record.Transitions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decisions of one attempt: the records that were read, what has become of them so far, and the
 * answers. Used by one attempt, on one thread.
 */
final class BatchDecision {
  private static final Logger LOG = LoggerFactory.getLogger(BatchDecision.class);

  private static final Outcome CORRUPT =
      Outcome.pure(
          new Answer.Refused(
              Reason.RECORD_CORRUPT, "the stored record cannot be read; it is kept as it is"));

  private final Layout layout;
  private final BatchAttempt attempt;
  private final Duration skewAllowance;
  private final Policy policy;
  private final Map<RecordKey, Entry> entries = new LinkedHashMap<>();
  private final Map<Integer, Terms> termsOfBuckets = new HashMap<>();

  BatchDecision(Layout layout, Duration skewAllowance, BatchAttempt attempt, Policy policy) {
    this.layout = layout;
    this.skewAllowance = skewAllowance;
    this.attempt = attempt;
    this.policy = policy;
  }

  /** Takes in a record row as it was read. */
  void load(RecordKey key, byte @Nullable [] value) {
    Entry entry = new Entry(layout.bucketOf(key));
    entries.put(key, entry);
    if (value == null) {
      return;
    }
    try {
      entry.before = RecordCodec.decode(key, value);
      entry.now = entry.before.record();
    } catch (CorruptRecordException e) {
      entry.corrupt = true;
      LOG.error(
          "record corrupt: bucket={} bytes={} why={}", entry.bucket, value.length, e.getMessage());
    }
  }

  /** Takes in a bucket's floor. */
  void loadFloor(int bucket, long floor) {
    termsOfBuckets.put(bucket, terms(floor));
  }

  /** The attempt known to {@code earlier} that wrote one of the records; null if there is none. */
  @Nullable Long writtenBy(LongPredicate earlier) {
    for (Entry entry : entries.values()) {
      if (entry.before != null && earlier.test(entry.before.transactionId())) {
        return entry.before.transactionId();
      }
    }
    return null;
  }

  /** Decides all commands in order and writes the differences. */
  Decided decide(Transaction transaction) {
    List<Decided.Item> items = new ArrayList<>(attempt.commands().size());
    for (Command command : attempt.commands()) {
      items.add(decide(command));
    }
    DerivedRows rows = new DerivedRows(transaction, layout);
    for (Entry entry : entries.values()) {
      if (entry.changed) {
        Record after = Objects.requireNonNull(entry.now);
        rows.write(entry.bucket, entry.before, after, policy, attempt.transactionId());
      }
    }
    rows.finish();
    return new Decided(attempt.transactionId(), items);
  }

  private Decided.Item decide(Command command) {
    Entry entry = Objects.requireNonNull(entries.get(command.key()));
    Terms terms = termsOfBuckets.computeIfAbsent(entry.bucket, b -> terms(0));
    Outcome outcome = entry.corrupt ? CORRUPT : outcome(entry.now, command, terms);
    if (outcome.writes()) {
      entry.now = outcome.after();
      entry.changed = true;
    }
    return new Decided.Item(outcome.answer(), terms, outcome.writes(), !entry.changed);
  }

  private static Outcome outcome(@Nullable Record now, Command command, Terms terms) {
    try {
      return Transitions.decide(now, command, terms);
    } catch (RuntimeException e) {
      LOG.error("decision failed: call={}", command.kind(), e);
      return Outcome.pure(new Answer.Refused(Reason.INTERNAL, "the decision failed; see the log"));
    }
  }

  private Terms terms(long floor) {
    return new Terms(attempt.now(), skewAllowance, floor, policy);
  }

  /** One record on its way through the batch. */
  private static final class Entry {
    final int bucket;
    @Nullable StoredRow before;
    @Nullable Record now;
    boolean corrupt;
    boolean changed;

    Entry(int bucket) {
      this.bucket = bucket;
    }
  }
}
