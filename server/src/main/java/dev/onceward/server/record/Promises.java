package dev.onceward.server.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a tenant's policies have promised to keep, the present one and those before it.
 *
 * <p>A record lives under every policy that was in force since it finished, and each of its tiers
 * ends at the latest of the ends that they promised. So a longer policy extends, a shorter one
 * takes nothing back; and a tier that had ended before the next policy came stays ended, whether or
 * not anybody had stored that. All of it follows from the record's end alone, so nothing has to be
 * written into a million records when a policy changes.
 *
 * @param present the windows in force
 * @param former those that were in force before, oldest first
 */
public record Promises(Windows present, List<Former> former) {
  /** What holds for a tenant that never had a policy. */
  public static final Promises DEFAULT = new Promises(Windows.DEFAULT, List.of());

  /**
   * How many former windows are remembered. Beyond that the two oldest become one that promises
   * what either did.
   */
  public static final int FORMER_MAX = 8;

  /**
   * Windows that were in force once.
   *
   * @param replacedAt until when; records that finished later never lived under them
   */
  public record Former(Windows windows, Instant replacedAt) {}

  /** Copies the list. */
  public Promises {
    former = List.copyOf(former);
  }

  /** When that tier ends for a record that finished then; null for never. */
  @Nullable Instant endOf(Tier tier, Instant finishedAt) {
    return endOf(tier, finishedAt, finishedAt);
  }

  /**
   * When that tier ends; null for never. Depends on nothing else, in particular not on when it is
   * asked.
   *
   * @param since the earliest that the record may have come under the windows
   * @param countsFrom from when the tier's window counts; no earlier
   */
  @Nullable Instant endOf(Tier tier, Instant since, Instant countsFrom) {
    Duration longest = Duration.ZERO;
    for (Former each : former) {
      if (since.isAfter(each.replacedAt)) {
        continue;
      }
      Duration window = each.windows.of(tier);
      if (window == null) {
        return null;
      }
      longest = longest.compareTo(window) >= 0 ? longest : window;
      Instant end = countsFrom.plus(longest);
      if (!end.isAfter(each.replacedAt)) {
        return end;
      }
    }
    Duration window = present.of(tier);
    if (window == null) {
      return null;
    }
    return countsFrom.plus(longest.compareTo(window) >= 0 ? longest : window);
  }

  /**
   * The promises once other windows are in force.
   *
   * @param at when they are put in force, plus what the servers' clocks may differ by: a record
   *     that another server finished just before counts as one of before
   */
  Promises replacedBy(Windows next, Instant at) {
    if (next.equals(present)) {
      return this;
    }
    List<Former> all = new ArrayList<>(former);
    all.add(new Former(present, at));
    if (all.size() > FORMER_MAX) {
      Former oldest = all.remove(0);
      Former second = all.get(0);
      all.set(0, new Former(second.windows.orLonger(oldest.windows), second.replacedAt));
    }
    return new Promises(next, all);
  }
}
