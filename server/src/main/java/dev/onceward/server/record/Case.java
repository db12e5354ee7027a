package dev.onceward.server.record;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One question put to the table: a record with its expiry applied, a command, and the
 * circumstances.
 */
record Case(@Nullable Record found, Command command, Terms terms) {

  /** The record, in rules where there is one. */
  Record record() {
    return Objects.requireNonNull(found);
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
}
