package dev.onceward.server.store;

/** What a background pass looks after. */
public enum Chore {
  /** Claims whose lease has ended. */
  LEASES(DueClass.LEASE),
  /** Finished records whose tier has ended, and failed ones that nobody tries again. */
  TIERS(DueClass.TIER),
  /** Archived keys whose time is over. */
  ARCHIVE(DueClass.ARCHIVE);

  private final DueClass dueClass;

  Chore(DueClass dueClass) {
    this.dueClass = dueClass;
  }

  DueClass dueClass() {
    return dueClass;
  }
}
