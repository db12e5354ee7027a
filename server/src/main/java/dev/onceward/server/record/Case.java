package dev.onceward.server.record;

import java.time.Instant;
import java.util.Objects;

/**
 * One question put to the table: what time has left of the evidence, a command, and the
 * circumstances.
 *
 * @param lastVersion the highest version that is known of the key, forgotten or not; 0 if none is
 */
record Case(Evidence found, Command command, Terms terms, long lastVersion) {

  /** Where the key stands for the command: to Begin an archived key is absent if it is admitted. */
  Situation situation() {
    Situation situation = Situation.of(found);
    return situation == Situation.ARCHIVED
            && command.kind() == Command.Kind.BEGIN
            && terms.policy().afterArchive() == AfterArchive.ADMIT
        ? Situation.ABSENT
        : situation;
  }

  /** The record, in rules where there is one. */
  Record record() {
    return Objects.requireNonNull(found.online());
  }

  /** What the archive holds, in rules where there is no record but that. */
  Archived filed() {
    return Objects.requireNonNull(found.filed());
  }

  /** What is known of the key once its record is {@code record}. */
  Evidence next(Record record) {
    return new Evidence(record, found.filed());
  }

  /** The outcome of a call that is told the record as it stands from now on. */
  Outcome known(RecordDraft draft) {
    return known(next(draft.build()));
  }

  /**
   * The outcome of a call that is told what is left of the key from now on: what was released, or
   * finished under windows of no length, may be older than it looks.
   */
  Outcome known(Evidence after) {
    Evidence left = Aging.seen(after, terms);
    boolean forgotten = left.equals(Evidence.NONE);
    return new Outcome(told(forgotten ? after : left), after);
  }

  /** What is known of a key, in the words of those who only look. */
  Answer told(Evidence seen) {
    if (seen.online() != null) {
      return new Answer.Known(seen.online());
    }
    Archived archived = Objects.requireNonNull(seen.filed());
    Instant end = Aging.archiveEnd(archived, terms.policy());
    boolean open = end.equals(Instant.MAX) || !terms.tenancy().freezes().isEmpty();
    return new Answer.Filed(command.key(), archived, open ? null : end);
  }

  Command.Begin begin() {
    return (Command.Begin) command;
  }

  Command.OfClaim ofClaim() {
    return (Command.OfClaim) command;
  }

  Command.Complete complete() {
    return (Command.Complete) command;
  }

  Command.Fail fail() {
    return (Command.Fail) command;
  }

  Command.Renew renew() {
    return (Command.Renew) command;
  }

  Command.Retain retain() {
    return (Command.Retain) command;
  }

  Command.OfOperator ofOperator() {
    return (Command.OfOperator) command;
  }

  Command.Hold hold() {
    return (Command.Hold) command;
  }

  Command.Release release() {
    return (Command.Release) command;
  }

  Command.Resolve resolve() {
    return (Command.Resolve) command;
  }
}
