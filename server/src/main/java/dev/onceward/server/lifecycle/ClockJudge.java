package dev.onceward.server.lifecycle;

import dev.onceward.server.lifecycle.ClockVerdict.Cause;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The rules by which a server trusts its own wall clock. Not thread-safe.
 *
 * <p>With others alive it goes by the median of all, its own included: a majority outvotes one that
 * is wrong, and of two that differ nobody can know which is right. Without others it goes by the
 * monotonic clock. A silent store makes everyone else look gone, so then too; but a server that was
 * outvoted does not become right by its judges' death: it waits until their rows are gone, as they
 * are at once if those servers are stopped in order.
 */
final class ClockJudge {
  private static final long TOLERANCE_MILLIS = 1_000;

  private final SteadyClock steady;
  private final Set<Sightings.Name> contradictors = new HashSet<>();
  private ClockVerdict verdict;

  ClockJudge(TwoClocks.Reading now) {
    steady = new SteadyClock(now);
    verdict = new ClockVerdict(Cause.UNSEEN, 0, now, Map.of());
  }

  /** Judges by what was seen so far. */
  ClockVerdict judge(TwoClocks.Reading now, Sightings sightings) {
    if (verdict.cause() != Cause.UNSEEN || sightings.isSettled()) {
      verdict = judgeSettled(now, sightings);
    }
    return verdict;
  }

  private ClockVerdict judgeSettled(TwoClocks.Reading now, Sightings sightings) {
    Map<Sightings.Name, Long> others = sightings.liveOffsets(now.monoMillis());
    steady.follow(now);
    contradictors.removeIf(name -> !sightings.has(name));
    if (others.isEmpty()) {
      return new ClockVerdict(causeAlone(now), steady.aheadMillis(now), now, others);
    }
    long ahead = now.offsetMillis() - median(others, now.offsetMillis());
    if (Math.abs(ahead) > TOLERANCE_MILLIS) {
      contradictors.addAll(others.keySet());
      return new ClockVerdict(Cause.DISAGREES, ahead, now, others);
    }
    contradictors.clear();
    steady.set(now);
    return new ClockVerdict(Cause.AGREES, ahead, now, others);
  }

  private Cause causeAlone(TwoClocks.Reading now) {
    if (!contradictors.isEmpty()) {
      return Cause.CONTRADICTED;
    }
    return Math.abs(steady.aheadMillis(now)) <= TOLERANCE_MILLIS ? Cause.STEADY : Cause.STEPPED;
  }

  private static long median(Map<Sightings.Name, Long> others, long own) {
    long[] all =
        LongStream.concat(LongStream.of(own), others.values().stream().mapToLong(Long::longValue))
            .sorted()
            .toArray();
    // The same element twice where their number is odd.
    return Math.floorDiv(all[(all.length - 1) / 2] + all[all.length / 2], 2);
  }

  /** Whether the wall clock still goes as it did when that verdict was given. */
  static boolean stillHolds(ClockVerdict verdict, TwoClocks.Reading now) {
    return Math.abs(now.offsetMillis() - verdict.reading().offsetMillis()) <= TOLERANCE_MILLIS;
  }
}
