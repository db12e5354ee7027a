package dev.onceward.server.store;

import dev.onceward.server.record.Hold;
import dev.onceward.server.record.Keeping;
import dev.onceward.server.record.Retention;
import dev.onceward.server.store.proto.StoredHold;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What keeps a record, to and fro; it stands alike in record rows and in archive rows. */
final class KeepingCodec {
  private KeepingCodec() {}

  static List<StoredHold> holds(Keeping keeping) {
    return keeping.holds().stream().map(KeepingCodec::encode).toList();
  }

  private static StoredHold encode(Hold hold) {
    StoredHold.Builder out =
        StoredHold.newBuilder().setName(hold.name()).setWho(hold.who()).setReason(hold.reason());
    if (hold.until() != null) {
      out.setUntilMs(Moments.millis(hold.until()));
    }
    return out.build();
  }

  static Keeping decode(long retainUntilMs, String retainReason, List<StoredHold> stored)
      throws CorruptRecordException {
    Retention retention = retention(retainUntilMs, retainReason);
    if (retention == null && stored.isEmpty()) {
      return Keeping.NONE;
    }
    List<Hold> holds = new ArrayList<>(stored.size());
    for (StoredHold in : stored) {
      holds.add(
          new Hold(in.getName(), Moments.optional(in.getUntilMs()), in.getWho(), in.getReason()));
    }
    return new Keeping(retention, holds);
  }

  private static @Nullable Retention retention(long untilMs, String reason)
      throws CorruptRecordException {
    return untilMs == 0 ? null : new Retention(Moments.present(untilMs), reason);
  }
}
