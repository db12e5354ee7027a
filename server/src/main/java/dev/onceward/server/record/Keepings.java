package dev.onceward.server.record;

import java.time.Instant;

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
    return c.known(draft.happened(EventKind.RETAINED, wish.reason(), c.terms()));
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
    return c.known(draft.happened(kind, mandate, name + ": " + mandate.evidence(), c.terms()));
  }

  private static Outcome filed(Case c, Keeping next) {
    return c.known(new Evidence(null, c.filed().with(next)));
  }
}
