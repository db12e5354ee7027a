package dev.onceward.server.lifecycle;

import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.record.Windows;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of one intent, worked out from the words of domain.md, day by day, without a
 * look at the rules of {@code record}.
 */
final class ExpectedLife {
  /** What is to be found of an intent. */
  enum Phase {
    UNBORN,
    OPEN,
    RETRY,
    REPLAY,
    DISPUTE,
    ARCHIVE,
    GONE
  }

  final RecordKey key;
  final Fate fate;
  final String reference;
  private final Windows windows;
  private Phase phase = Phase.UNBORN;
  private @Nullable State state;
  private @Nullable Instant since;
  private Instant keptUntil = Instant.MIN;
  private boolean held;
  private boolean redacted;
  private long version;

  ExpectedLife(RecordKey key, Fate fate, String reference, Windows windows) {
    this.key = key;
    this.fate = fate;
    this.reference = reference;
    this.windows = windows;
  }

  /** An attempt has left it in that state. */
  void stands(State next, Instant when) {
    state = next;
    since = when;
    phase = next.isFinal() ? Phase.RETRY : Phase.OPEN;
  }

  void claimed(long claimVersion) {
    if (claimVersion <= version) {
      throw new AssertionError("version " + claimVersion + " after " + version);
    }
    version = claimVersion;
  }

  void hold(boolean on) {
    held = on;
  }

  void retain(Instant until) {
    keptUntil = until;
  }

  void redact() {
    redacted = true;
  }

  /** Lets time pass up to {@code now}; nobody has done anything since the last time. */
  void pass(Instant now) {
    if (state == State.FAILED_RETRYABLE && isOver(now, since().plus(windows.replay()))) {
      stands(State.FAILED_FINAL, end(since().plus(windows.replay())));
    }
    while (isFinished() && isOver(now, end(phase))) {
      phase = next(phase);
    }
  }

  private static Phase next(Phase phase) {
    return switch (phase) {
      case RETRY -> Phase.REPLAY;
      case REPLAY -> Phase.DISPUTE;
      case DISPUTE -> Phase.ARCHIVE;
      case ARCHIVE -> Phase.GONE;
      case UNBORN, OPEN, GONE -> throw new IllegalStateException(phase.name());
    };
  }

  private boolean isOver(Instant now, @Nullable Instant natural) {
    return natural != null && !held && !now.isBefore(end(natural));
  }

  private Instant end(Instant natural) {
    return natural.isAfter(keptUntil) ? natural : keptUntil;
  }

  private @Nullable Instant end(Phase of) {
    return switch (of) {
      case RETRY -> since().plus(windows.retry());
      case REPLAY -> since().plus(windows.replay());
      case DISPUTE -> since().plus(windows.dispute());
      // The archive knows days only.
      case ARCHIVE ->
          windows.archive() == null
              ? null
              : since()
                  .truncatedTo(ChronoUnit.DAYS)
                  .plus(Duration.ofDays(1))
                  .plus(windows.archive());
      case UNBORN, OPEN, GONE -> null;
    };
  }

  private boolean isFinished() {
    return phase != Phase.UNBORN && phase != Phase.OPEN && phase != Phase.GONE;
  }

  private Instant since() {
    return Objects.requireNonNull(since);
  }

  Phase phase() {
    return phase;
  }

  State state() {
    return Objects.requireNonNull(state);
  }

  long version() {
    return version;
  }

  /** Whether its payload is still there. */
  boolean hasPayload() {
    return phase == Phase.RETRY && !redacted && state == State.SUCCEEDED;
  }
}
