package dev.onceward.server.store;

import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Aging;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Evidence;
import dev.onceward.server.record.Outcome;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Terms;
import dev.onceward.server.record.Transitions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decisions of one attempt: the rows that were read, what has become of them so far, and the
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
  private final Map<RecordKey, KeyEntry> entries = new LinkedHashMap<>();
  private final Circumstances circumstances;

  BatchDecision(Layout layout, BatchAttempt attempt, Circumstances circumstances) {
    this.layout = layout;
    this.attempt = attempt;
    this.circumstances = circumstances;
  }

  KeyEntry entry(RecordKey key) {
    return entries.computeIfAbsent(key, k -> new KeyEntry(k, layout.bucketOf(k)));
  }

  /** The attempt known to {@code earlier} that wrote one of the records; null if there is none. */
  @Nullable Long writtenBy(LongPredicate earlier) {
    for (KeyEntry entry : entries.values()) {
      if (entry.before != null && earlier.test(entry.before.transactionId())) {
        return entry.before.transactionId();
      }
    }
    return null;
  }

  /** The keys whose archive rows may matter: those without a record, or whose record is old. */
  Collection<KeyEntry> toBeLookedUpInTheArchive() {
    List<KeyEntry> all = new ArrayList<>();
    for (KeyEntry entry : entries.values()) {
      if (!entry.corrupt
          && (entry.before == null || Aging.seen(entry.now, termsOf(entry)).online() == null)) {
        all.add(entry);
      }
    }
    return all;
  }

  private Terms termsOf(KeyEntry entry) {
    return circumstances.of(entry.bucket, entry.key.tenant());
  }

  /** Decides all commands in order and writes the differences. */
  Decided decide(Transaction transaction) {
    List<Decided.Item> items = new ArrayList<>(attempt.commands().size());
    for (Command command : attempt.commands()) {
      items.add(decide(command));
    }
    DerivedRows rows = new DerivedRows(transaction, layout, attempt.transactionId());
    for (KeyEntry entry : entries.values()) {
      if (entry.changed) {
        rows.write(entry, termsOf(entry));
      }
    }
    rows.finish();
    return new Decided(attempt.transactionId(), items);
  }

  private Decided.Item decide(Command command) {
    KeyEntry entry = entry(command.key());
    Terms terms = termsOf(entry);
    boolean unreadable = entry.corrupt || !circumstances.areKnown(entry.bucket, entry.key.tenant());
    Outcome outcome = unreadable ? CORRUPT : outcome(entry.now, command, terms);
    if (outcome.after() != null) {
      entry.become(outcome.after());
    }
    return new Decided.Item(outcome.answer(), terms, outcome.writes(), !entry.changed);
  }

  private static Outcome outcome(Evidence now, Command command, Terms terms) {
    try {
      return Transitions.decide(now, command, terms);
    } catch (RuntimeException e) {
      LOG.error("decision failed: call={}", command.kind(), e);
      return Outcome.pure(new Answer.Refused(Reason.INTERNAL, "the decision failed; see the log"));
    }
  }
}
