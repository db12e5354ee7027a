package dev.onceward.server.lifecycle;

import dev.onceward.server.store.ServerRow;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one server has seen of the others' rows, look by look. Times are milliseconds of its own
 * monotonic clock, so that no clock that is in question has a say in who is alive. Not thread-safe.
 */
final class Sightings {
  /** How often each server writes its row. */
  static final Duration INTERVAL = Duration.ofSeconds(1);

  /** Whose row has not changed for so long is not counted. */
  static final Duration LIVE = Duration.ofSeconds(5);

  /** A row that was there before us must change within this to be a living server's. */
  static final Duration SETTLING = Duration.ofSeconds(2);

  /** A row that has not changed for so long is removed. */
  static final Duration REMOVAL = Duration.ofHours(1);

  private final Name self;
  private final Map<Name, Sighting> others = new TreeMap<>();
  private @Nullable Look last;

  Sightings(Name self) {
    this.self = self;
  }

  /** A server, as one process of that name. */
  record Name(String server, long incarnation) implements Comparable<Name> {
    private static final Comparator<Name> ORDER =
        Comparator.comparing(Name::server).thenComparingLong(Name::incarnation);

    static Name of(ServerRow row) {
      return new Name(row.server(), row.incarnation());
    }

    @Override
    public int compareTo(Name other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * All rows at one moment.
   *
   * @param atMillis when
   * @param delayMillis how long a written row takes to be seen
   */
  record Look(List<ServerRow> rows, long atMillis, long delayMillis) {}

  /**
   * One server's row.
   *
   * @param offsetMillis the server's wall clock against our monotonic one
   * @param sinceMillis when it was first seen with this content
   * @param beating whether we have seen it change
   */
  private record Sighting(ServerRow row, long offsetMillis, long sinceMillis, boolean beating) {
    boolean isLive(long now) {
      return beating && now - sinceMillis <= LIVE.toMillis();
    }
  }

  /** Takes in what another look has shown. */
  void add(Look look) {
    Map<Name, ServerRow> seen =
        look.rows().stream().collect(Collectors.toMap(Name::of, row -> row));
    seen.remove(self);
    others.keySet().retainAll(seen.keySet());
    seen.forEach(
        (name, row) ->
            others.compute(
                name,
                (key, before) ->
                    before != null && before.row.equals(row) ? before : sighting(row, look)));
    last = look;
  }

  private Sighting sighting(ServerRow row, Look look) {
    if (last == null) {
      return new Sighting(row, 0, look.atMillis(), false);
    }
    // Written at some time since the last look: on average half way, and seen after a delay.
    long sinceLast = Math.min(look.atMillis() - last.atMillis(), INTERVAL.toMillis());
    long age = sinceLast / 2 + look.delayMillis();
    return new Sighting(row, row.wallMillis() + age - look.atMillis(), look.atMillis(), true);
  }

  /** Whether, by the last look, no row is left of which it is unknown if its server is alive. */
  boolean isSettled() {
    Look look = last;
    return look != null
        && others.values().stream()
            .allMatch(
                other ->
                    other.beating || look.atMillis() - other.sinceMillis >= SETTLING.toMillis());
  }

  /** The living servers' wall clocks against our monotonic one. */
  Map<Name, Long> liveOffsets(long now) {
    Map<Name, Long> offsets = new TreeMap<>();
    others.forEach(
        (name, other) -> {
          if (other.isLive(now)) {
            offsets.put(name, other.offsetMillis);
          }
        });
    return offsets;
  }

  /** Whether there still is a row of that server, alive or not. */
  boolean has(Name name) {
    return others.containsKey(name);
  }

  /** The rows that have been the same for too long. */
  Set<ServerRow> toBeRemoved(long now) {
    Set<ServerRow> stale = new HashSet<>();
    for (Sighting other : others.values()) {
      if (now - other.sinceMillis >= REMOVAL.toMillis()) {
        stale.add(other.row);
      }
    }
    return stale;
  }
}
