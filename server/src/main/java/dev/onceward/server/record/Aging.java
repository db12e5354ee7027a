package dev.onceward.server.record;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What time does by itself, for whoever looks, stored or not: a lease ends, a failed record that
 * nobody tries again is given up, a finished one goes through its tiers into the archive and out of
 * it.
 *
 * <p>All that it sets follows from the evidence and the tenant's rules, never from when somebody
 * looked. So a server that stores it and one that only sees it agree to the last field, and nobody
 * can tell whether it has been stored. A background pass stores it where something is dropped or a
 * state changes.
 *
 * <p>A server that does not trust its clock takes everything as it is stored.
 */
public final class Aging {
  private Aging() {}

  /** The evidence as anyone sees it at the time of {@code terms}. */
  public static Evidence seen(Evidence stored, Terms terms) {
    if (!terms.clockTrusted()) {
      return stored;
    }
    Archived filed = stored.filed() == null ? null : stillThere(stored.filed(), terms);
    Record record = stored.online();
    if (record == null) {
      return new Evidence(null, filed);
    }
    Record aged = abandoned(Expiry.applied(record, terms), terms);
    if (!aged.state().isFinal()) {
      return new Evidence(aged, filed);
    }
    Record tiered = tiered(aged, terms);
    return tiered != null
        ? new Evidence(tiered, filed)
        : new Evidence(null, archived(aged, stored.filed(), terms));
  }

  /**
   * Whether {@code seen} has lost something that {@code stored} still has, or stands elsewhere: a
   * background pass stores nothing else.
   */
  public static boolean isWorthStoring(Evidence stored, Evidence seen) {
    Record before = stored.online();
    Record after = seen.online();
    boolean sameRecord = revisionOf(before) == revisionOf(after);
    boolean sameArchive = (stored.filed() == null) == (seen.filed() == null);
    return !(sameRecord && sameArchive);
  }

  private static long revisionOf(@Nullable Record record) {
    return record == null ? 0 : record.revision();
  }

  /**
   * When a failed record is given up if nobody tries it again; MAX while something keeps it. Counts
   * from when it may be tried: a pause as long as the window leaves as much time as none.
   */
  public static Instant patienceEnd(Record failed, Policy policy) {
    Instant since = failed.stateSince();
    Instant notBefore = Objects.requireNonNull(failed.failure()).retryNotBefore();
    Instant countsFrom = notBefore != null && notBefore.isAfter(since) ? notBefore : since;
    return later(policy.promises().endOf(Tier.REPLAY, since, countsFrom), failed.keeping().until());
  }

  /** When that tier of a final record ends; MAX for never, or while something keeps it. */
  public static Instant tierEnd(Record record, Tier tier, Policy policy) {
    return later(policy.promises().endOf(tier, record.stateSince()), record.keeping().until());
  }

  /** When an archived record is forgotten; MAX for never, or while something keeps it. */
  public static Instant archiveEnd(Archived filed, Policy policy) {
    Instant natural = policy.promises().endOf(Tier.ARCHIVE, filed.finishedOn(), filed.countsFrom());
    return later(natural, filed.keeping().until());
  }

  private static Instant later(@Nullable Instant natural, Instant kept) {
    if (natural == null) {
      return Instant.MAX;
    }
    return natural.isAfter(kept) ? natural : kept;
  }

  private static Record abandoned(Record record, Terms terms) {
    if (record.state() != State.FAILED_RETRYABLE) {
      return record;
    }
    Instant end = patienceEnd(record, terms.policy());
    if (terms.retentionTime(record.key()).isBefore(end)) {
      return record;
    }
    RecordDraft next = new RecordDraft(record);
    next.failure = Failure.given(Failure.ABANDONED, record.failure());
    next.enter(State.FAILED_FINAL, Cause.ABANDONED, end);
    next.kept = new Record.Kept(Tier.RETRY, end);
    return next.happened(EventKind.ABANDONED, end).build();
  }

  /** The record in its present tier; null if all online tiers are over. */
  private static @Nullable Record tiered(Record record, Terms terms) {
    Instant now = terms.retentionTime(record.key());
    Record.Kept stored = record.keptAs();
    for (Tier tier : Tier.ONLINE) {
      Instant end = tierEnd(record, tier, terms.policy());
      if (tier.compareTo(stored.tier()) >= 0 && now.isBefore(end)) {
        boolean open = end.equals(Instant.MAX) || terms.isFrozen(record.key());
        Record.Kept kept = new Record.Kept(tier, open ? null : end);
        return inTier(record, kept);
      }
    }
    return null;
  }

  private static Record inTier(Record record, Record.Kept kept) {
    Payload payload = record.payload();
    if (kept.tier() != Tier.RETRY && payload != null && payload.isKept()) {
      RecordDraft next =
          new RecordDraft(record).withPayload(payload.without(PayloadOmitted.EXPIRED));
      next.kept = kept;
      return next.build();
    }
    return kept.equals(record.kept()) ? record : record.with(kept);
  }

  private static @Nullable Archived archived(
      Record record, @Nullable Archived former, Terms terms) {
    Payload payload = record.payload();
    boolean dropped = payload == null || !payload.isKept();
    // One revision for what the replay tier drops, whether or not anybody stored it on the way.
    Record last = dropped ? record : new RecordDraft(record).build();
    Archived fresh = Archived.of(last);
    if (former == null) {
      return stillThere(fresh, terms);
    }
    // The moment when they meet counts, not that of the look: a pass may be late.
    Instant meeting = tierEnd(record, Tier.DISPUTE, terms.policy());
    boolean meets = archiveEnd(former, terms.policy()).isAfter(meeting);
    return stillThere(meets ? fresh.after(former) : fresh, terms);
  }

  private static @Nullable Archived stillThere(Archived filed, Terms terms) {
    return terms.archiveTime().isBefore(archiveEnd(filed, terms.policy())) ? filed : null;
  }
}
