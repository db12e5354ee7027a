package dev.onceward.server.record;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long each tier of a finished record lasts, all counted from the moment when it finished.
 *
 * @param retry how long everything is kept
 * @param replay how long duplicates may still come; at least {@code retry}
 * @param dispute how long the record can be found online; at least {@code replay}
 * @param archive how long its fingerprint is kept; at least {@code dispute}, null for ever
 */
public record Windows(
    Duration retry, Duration replay, Duration dispute, @Nullable Duration archive) {
  /** What holds for a tenant without a policy. */
  public static final Windows DEFAULT =
      new Windows(
          Duration.ofHours(24), Duration.ofDays(14), Duration.ofDays(180), Duration.ofDays(730));

  /** Checks that they follow one another. */
  public Windows {
    if (retry.isNegative()
        || replay.compareTo(retry) < 0
        || dispute.compareTo(replay) < 0
        || (archive != null && archive.compareTo(dispute) < 0)) {
      throw new IllegalArgumentException(
          "windows retry %s, replay %s, dispute %s, archive %s"
              .formatted(retry, replay, dispute, archive));
    }
  }

  /** When that tier ends, from the record's end; null for never. */
  public @Nullable Duration of(Tier tier) {
    return switch (tier) {
      case RETRY -> retry;
      case REPLAY -> replay;
      case DISPUTE -> dispute;
      case ARCHIVE -> archive;
    };
  }

  /** Of each window the longer one. */
  Windows orLonger(Windows other) {
    return new Windows(
        longer(retry, other.retry),
        longer(replay, other.replay),
        longer(dispute, other.dispute),
        archive == null || other.archive == null ? null : longer(archive, other.archive));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
