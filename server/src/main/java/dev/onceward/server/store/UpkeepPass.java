package dev.onceward.server.store;

import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Aging;
import dev.onceward.server.record.Archived;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Evidence;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.State;
import dev.onceward.server.record.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The decisions of one step of a background pass. Used by one attempt, on one thread. */
final class UpkeepPass {
  /** How often a record is looked at whose retention stands still: nobody knows until when. */
  private static final Duration FROZEN_PAUSE = Duration.ofMinutes(10);

  private final UpkeepAttempt attempt;
  private final Circumstances circumstances;
  private final DerivedRows rows;
  private int stored;
  private int deferred;
  private int moved;
  private int odd;
  private @Nullable Instant oldestDue;
  private @Nullable Instant oldestClaim;

  UpkeepPass(
      Transaction transaction, Layout layout, UpkeepAttempt attempt, Circumstances circumstances) {
    this.attempt = attempt;
    this.circumstances = circumstances;
    this.rows = new DerivedRows(transaction, layout, attempt.transactionId());
  }

  /** Looks at a record. */
  void look(Upkeep.DueRecord candidate) {
    KeyEntry entry = candidate.entry();
    if (entry.corrupt || !circumstances.areKnown(entry.bucket, entry.key.tenant())) {
      odd++;
      return;
    }
    if (!isIndexedBy(candidate)) {
      odd++;
      return;
    }
    Terms terms = circumstances.of(entry.bucket, entry.key.tenant());
    if (oldestDue == null) {
      oldestDue = dueSince(candidate, terms);
    }
    Evidence seen = Aging.seen(entry.now, terms);
    if (Aging.isWorthStoring(entry.now, seen)) {
      entry.become(seen);
      rows.write(entry, terms);
      stored++;
    } else {
      putOff(entry, terms);
    }
  }

  private boolean isIndexedBy(Upkeep.DueRecord candidate) {
    StoredRow row = candidate.entry().before;
    return row != null
        && row.indexedDue().equals(candidate.due())
        && DueClass.of(row.record().state()) == attempt.place().chore().dueClass();
  }

  /** Since when the row was to be looked at: a lease counts for a while past its end. */
  private Instant dueSince(Upkeep.DueRecord candidate, Terms terms) {
    return attempt.place().chore() == Chore.LEASES
        ? candidate.due().plus(terms.skewAllowance())
        : candidate.due();
  }

  private void putOff(KeyEntry entry, Terms terms) {
    Record record = Objects.requireNonNull(entry.now.online());
    Instant due = DueTimes.of(record, terms.policy());
    Instant now = terms.now();
    if (record.state() == State.PROCESSING) {
      moved++;
      noteClaim(record.claim().claimedAt());
    } else {
      deferred++;
      if (!due.isAfter(now)) {
        due = now.plus(FROZEN_PAUSE);
      }
    }
    rows.postpone(entry, due);
  }

  private void noteClaim(Instant claimedAt) {
    if (oldestClaim == null || claimedAt.isBefore(oldestClaim)) {
      oldestClaim = claimedAt;
    }
  }

  /** Looks at an archived key. */
  void look(Upkeep.DueArchived candidate) {
    int bucket = attempt.place().bucket();
    ArchiveKey key = candidate.key();
    FiledRow row = decoded(candidate);
    if (row == null
        || row.dueDay() != candidate.dueDay()
        || !circumstances.areKnown(bucket, key.tenant())) {
      odd++;
      return;
    }
    Instant due = Instant.EPOCH.plus(Duration.ofDays(candidate.dueDay()));
    if (oldestDue == null) {
      oldestDue = due;
    }
    Terms terms = circumstances.of(bucket, key.tenant());
    Archived left = Aging.seen(new Evidence(null, row.archived()), terms).filed();
    if (left == null) {
      rows.forget(bucket, key, row, terms);
      stored++;
    } else {
      long tomorrow = ArchivedCodec.dayOf(terms.now()) + 1;
      rows.postpone(bucket, key, row, Math.max(tomorrow, DueTimes.dayOf(left, terms.policy())));
      deferred++;
    }
  }

  private static @Nullable FiledRow decoded(Upkeep.DueArchived candidate) {
    byte[] value = candidate.row().getNow(null);
    try {
      return value == null ? null : ArchivedCodec.decode(value);
    } catch (CorruptRecordException e) {
      return null;
    }
  }

  /** Writes what has been added up, and tells what was done. */
  UpkeepStep finish(List<Row> looked) {
    rows.finish();
    Bytes last = looked.isEmpty() ? null : Bytes.wrap(looked.get(looked.size() - 1).key());
    return new UpkeepStep(
        looked.size(), stored, deferred, moved, odd, oldestDue, oldestClaim, last);
  }
}
