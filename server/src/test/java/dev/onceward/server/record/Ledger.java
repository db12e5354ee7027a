package dev.onceward.server.record;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One key's record and the commands that come to it, second by second, as a store would see it. */
final class Ledger {
  private final Policy policy;
  private @Nullable Record record;
  private long floor;

  Ledger() {
    this(Policy.DEFAULT);
  }

  Ledger(Policy policy) {
    this.policy = policy;
  }

  static Ledger of(Sample sample) {
    Ledger ledger = new Ledger();
    ledger.record = sample.record();
    return ledger;
  }

  Answer ask(double second, Command command) {
    Outcome outcome = Samples.decide(record, command, terms(second));
    if (outcome.writes()) {
      record = Samples.after(outcome);
    }
    return outcome.answer();
  }

  Answer.Begun begin(double second, Command.Begin begin) {
    return (Answer.Begun) ask(second, begin);
  }

  Answer.Renewed renew(double second, Command.Renew renew) {
    return (Answer.Renewed) ask(second, renew);
  }

  Reason refusal(double second, Command command) {
    return ((Answer.Refused) ask(second, command)).reason();
  }

  /** What the reaper does. */
  void reap(double second) {
    record = Expiry.applied(record(), terms(second));
  }

  /** What retention does at last. */
  void purge() {
    floor = Math.max(floor, record().claim().version());
    record = null;
  }

  Record record() {
    return Objects.requireNonNull(record);
  }

  long version() {
    return record().claim().version();
  }

  private Terms terms(double second) {
    return Samples.terms(Samples.at(second), floor, new Tenancy(policy, List.of(), 1));
  }
}
