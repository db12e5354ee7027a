package dev.onceward.server.store;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import dev.onceward.server.record.Archived;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Retention;
import dev.onceward.server.store.proto.StoredArchived;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** An archive row's value, to and fro. */
final class ArchivedCodec {
  private static final Duration DAY = Duration.ofDays(1);

  private ArchivedCodec() {}

  /** The first day that begins no earlier than that moment: archive due rows are as coarse. */
  static long dayNoEarlierThan(Instant moment) {
    Instant bounded = moment.isAfter(Moments.NEVER) ? Moments.NEVER : moment;
    Instant day = bounded.truncatedTo(ChronoUnit.DAYS);
    return dayOf(day) + (day.equals(bounded) ? 0 : 1);
  }

  /** The day that a moment is in, since the epoch. */
  static long dayOf(Instant moment) {
    return Math.floorDiv(moment.getEpochSecond(), DAY.toSeconds());
  }

  static byte[] encode(FiledRow row) {
    Archived archived = row.archived();
    StoredArchived.Builder out =
        StoredArchived.newBuilder()
            .setState(Codes.STATE.code(archived.state()))
            .setVersion(archived.version())
            .setRevision(archived.revision())
            .setFinishedDay(Math.toIntExact(dayOf(archived.finishedOn())))
            .setResult(UnsafeByteOperations.unsafeWrap(archived.result().array()))
            .setOperation(archived.intent().operation())
            .setRequest(archived.intent().request())
            .addAllReferences(archived.references())
            .addAllHolds(KeepingCodec.holds(archived.keeping()))
            .setDueDay(Math.toIntExact(row.dueDay()));
    Retention retention = archived.keeping().retention();
    if (retention != null) {
      out.setRetainUntilMs(Moments.millis(retention.until())).setRetainReason(retention.reason());
    }
    return out.build().toByteArray();
  }

  static FiledRow decode(byte[] value) throws CorruptRecordException {
    try {
      StoredArchived in = StoredArchived.parseFrom(value);
      return new FiledRow(
          new Archived(
              Codes.STATE.value(in.getState()),
              in.getVersion(),
              in.getRevision(),
              Instant.EPOCH.plus(DAY.multipliedBy(in.getFinishedDay())),
              Bytes.wrap(in.getResult().toByteArray()),
              new Archived.Intention(in.getOperation(), in.getRequest()),
              in.getReferencesList(),
              KeepingCodec.decode(in.getRetainUntilMs(), in.getRetainReason(), in.getHoldsList())),
          in.getDueDay());
    } catch (InvalidProtocolBufferException
        | IllegalArgumentException
        | ArithmeticException
        | DateTimeException e) {
      throw new CorruptRecordException("not a consistent archive row: " + e.getMessage(), e);
    }
  }
}
