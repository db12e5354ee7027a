package dev.onceward.server.record;

import java.time.Instant;
import java.util.Objects;

/** The effects that keep a record or its archived fingerprint from being cleaned, or let it go. */
final class Keepings {
  private Keepings() {}

  static Outcome retain(Case c) {
    Retention wish = new Retention(Terms.stored(c.retain().until()), c.retain().reason());
    Keeping next = c.found().keeping().retained(wish);
    if (c.found().online() == null) {
      return filed(c, next);
    }
    RecordDraft draft = new RecordDraft(c.record());
    draft.keeping = next;
    return now(c, c.next(draft.happened(EventKind.RETAINED, wish.reason(), c.terms()).build()));
  }

  static Outcome hold(Case c) {
    Command.Hold command = c.hold();
    Mandate mandate = command.mandate();
    Instant until = command.until() == null ? null : Terms.stored(command.until());
    Hold hold = new Hold(command.name(), until, mandate.who(), mandate.evidence());
    return kept(c, c.found().keeping().held(hold), EventKind.HELD, hold.name());
  }

  static Outcome release(Case c) {
    String name = c.release().name();
    return kept(c, c.found().keeping().without(name), EventKind.RELEASED, name);
  }

  private static Outcome kept(Case c, Keeping next, EventKind kind, String name) {
    if (c.found().online() == null) {
      return filed(c, next);
    }
    Mandate mandate = c.ofOperator().mandate();
    RecordDraft draft = new RecordDraft(c.record());
    draft.keeping = next;
    String why = name + ": " + mandate.evidence();
    return now(c, c.next(draft.happened(kind, mandate, why, c.terms()).build()));
  }

  private static Outcome filed(Case c, Keeping next) {
    return now(c, new Evidence(null, c.filed().with(next)));
  }

  /** Tells what is left from now on: a hold that is released may have been all that kept it. */
  private static Outcome now(Case c, Evidence after) {
    Evidence seen = Aging.seen(after, c.terms());
    boolean forgotten = seen.equals(Evidence.NONE);
    return new Outcome(told(c.command().key(), forgotten ? after : seen, c.terms()), after);
  }

  /** What is known of a key, in the words of those who only look. */
  static Answer told(RecordKey key, Evidence found, Terms terms) {
    if (found.online() != null) {
      return new Answer.Known(found.online());
    }
    Archived archived = Objects.requireNonNull(found.filed());
    Instant end = Aging.archiveEnd(archived, terms.policy());
    boolean open = end.equals(Instant.MAX) || !terms.tenancy().freezes().isEmpty();
    return new Answer.Filed(key, archived, open ? null : end);
  }
}
