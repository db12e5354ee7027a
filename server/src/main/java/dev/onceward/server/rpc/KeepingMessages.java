package dev.onceward.server.rpc;

import dev.onceward.server.record.Hold;
import dev.onceward.server.record.Keeping;
import dev.onceward.server.record.Retention;
import dev.onceward.v1.Record;
import dev.onceward.v1.RecordHold;
import java.time.Instant;

/** What keeps a record, in the wire's words. */
final class KeepingMessages {
  private KeepingMessages() {}

  /** Tells it in the record's message. */
  static void tell(Keeping keeping, Record.Builder message) {
    Retention retention = keeping.retention();
    if (retention != null) {
      message.setRetainedUntil(TimeMessages.of(retention.until()));
    }
    for (Hold hold : keeping.holds()) {
      message.addHolds(of(hold));
    }
  }

  private static RecordHold of(Hold hold) {
    RecordHold.Builder message =
        RecordHold.newBuilder().setName(hold.name()).setWho(hold.who()).setEvidence(hold.reason());
    Instant until = hold.until();
    if (until != null) {
      message.setUntil(TimeMessages.of(until));
    }
    return message.build();
  }
}
