package dev.onceward.server.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is laid down for one tenant: its policy, and what of it is frozen.
 *
 * @param policy in force
 * @param freezes at most {@link #FREEZES_MAX}, no two of one prefix
 * @param revision rises with every change; 0 if nothing was ever laid down
 */
public record Tenancy(Policy policy, List<Freeze> freezes, long revision) {
  /** Most freezes of one tenant. */
  public static final int FREEZES_MAX = 64;

  /** A tenant of whom nothing was laid down. */
  public static final Tenancy DEFAULT = new Tenancy(Policy.DEFAULT, List.of(), 0);

  /** Copies the list. */
  public Tenancy {
    freezes = List.copyOf(freezes);
  }

  /** Since when the key is frozen; null if it is not. */
  @Nullable Instant frozenSince(RecordKey key) {
    Instant since = null;
    for (Freeze freeze : freezes) {
      if (freeze.covers(key) && (since == null || freeze.since().isBefore(since))) {
        since = freeze.since();
      }
    }
    return since;
  }

  /**
   * The same under other rules; what was promised before stays promised.
   *
   * @param at now, plus what the servers' clocks may differ by
   */
  public Tenancy with(Policy next, Instant at) {
    Promises promises = policy.promises().replacedBy(next.promises().present(), at);
    Policy merged = new Policy(next.claims(), promises, next.sources(), next.afterArchive());
    return new Tenancy(merged, freezes, revision + 1);
  }

  /** The same with a freeze more; the same as before if that prefix is frozen already. */
  public Tenancy frozen(Freeze freeze) {
    if (freezes.stream().anyMatch(each -> each.prefix().equals(freeze.prefix()))) {
      return this;
    }
    List<Freeze> all = new ArrayList<>(freezes);
    all.add(freeze);
    return new Tenancy(policy, all, revision + 1);
  }

  /** The same without the freeze of that prefix; the same as before if there is none. */
  public Tenancy unfrozen(String prefix) {
    List<Freeze> rest = freezes.stream().filter(freeze -> !freeze.prefix().equals(prefix)).toList();
    return rest.size() == freezes.size() ? this : new Tenancy(policy, rest, revision + 1);
  }
}
