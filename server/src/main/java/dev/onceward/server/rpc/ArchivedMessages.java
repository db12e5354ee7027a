package dev.onceward.server.rpc;

import com.google.protobuf.ByteString;
import dev.onceward.server.record.Archived;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.record.Tier;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.Record;
import dev.onceward.v1.Result;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Archived keys in the wire's words: records of which little is known. */
final class ArchivedMessages {
  private ArchivedMessages() {}

  /**
   * What is left of a key that was asked for by itself.
   *
   * @param until when that is forgotten too; null for never, or while something keeps it
   */
  static Record of(RecordKey key, Archived archived, @Nullable Instant until) {
    return message(key.tenant(), archived, until).setKey(key.key()).build();
  }

  /** The same of a key that nobody has told, without its holds. */
  static Record brief(String tenant, Archived archived) {
    return message(tenant, archived, null).clearHolds().build();
  }

  private static Record.Builder message(String tenant, Archived archived, @Nullable Instant until) {
    Record.Builder message =
        Record.newBuilder()
            .setTenant(tenant)
            .setState(EnumMessages.of(archived.state()))
            .setVersion(archived.version())
            .setRevision(archived.revision())
            .setFinishedAt(TimeMessages.of(archived.finishedOn()))
            .setTier(EnumMessages.of(Tier.ARCHIVE))
            .addAllReferences(archived.references());
    if (until != null) {
      message.setTierUntil(TimeMessages.of(until));
    }
    if (archived.state() == State.SUCCEEDED) {
      message.setResult(
          Result.newBuilder()
              .setPayloadDigest(ByteString.copyFrom(archived.result().array()))
              .setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_EXPIRED));
    }
    KeepingMessages.tell(archived.keeping(), message);
    return message;
  }
}
