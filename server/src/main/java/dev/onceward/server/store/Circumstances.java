package dev.onceward.server.store;

import dev.onceward.server.record.Tenancy;
import dev.onceward.server.record.Terms;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What the decisions of one transaction attempt depend on beside their records: floors and what is
 * laid down for the tenants, as they were read. Not thread-safe.
 */
final class Circumstances {
  private final Judge judge;
  private final Judge.Moment moment;
  private final Map<Integer, Long> floors = new HashMap<>();
  private final Map<TenantBucket, Terms> terms = new HashMap<>();
  private final Set<TenantBucket> corrupt = new HashSet<>();

  /** Where a tenant row stands. */
  record TenantBucket(int bucket, String tenant) {}

  Circumstances(Judge judge, Judge.Moment moment) {
    this.judge = judge;
    this.moment = moment;
  }

  /** Takes in a bucket's floor. Before the tenants'. */
  void floor(int bucket, long floor) {
    floors.put(bucket, floor);
  }

  /** Takes in what is laid down for a tenant. */
  void tenancy(TenantBucket where, Tenancy tenancy) {
    terms.put(where, judge.terms(moment, floors.getOrDefault(where.bucket(), 0L), tenancy));
  }

  /** Notes that a tenant's row cannot be read: nothing of that tenant is to be decided. */
  void corruptTenancy(TenantBucket where) {
    corrupt.add(where);
    tenancy(where, Tenancy.DEFAULT);
  }

  /** Whether a key's tenant row can be read. */
  boolean areKnown(int bucket, String tenant) {
    return !corrupt.contains(new TenantBucket(bucket, tenant));
  }

  /** The terms of a tenant's decisions. */
  Terms of(int bucket, String tenant) {
    return Objects.requireNonNull(terms.get(new TenantBucket(bucket, tenant)));
  }
}
