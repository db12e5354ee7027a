package dev.onceward.server.rpc;

import io.grpc.Context;
import java.util.Optional;
import java.util.Set;

/**
 * Who makes a call, and what it may do.
 *
 * @param name for logs and events
 * @param tenants the tenants whose keys it may use; empty means those of every tenant
 * @param operator whether it may make operators' calls about those tenants
 */
public record Caller(String name, Optional<Set<String>> tenants, boolean operator) {
  /**
   * Whoever reaches a server that was started without credentials: on loopback, or where the
   * operator said so.
   */
  public static final Caller LOCAL = new Caller("local", Optional.empty(), true);

  // A call that has passed no authentication at all is a wiring mistake, and may then do nothing.
  private static final Caller NOBODY = new Caller("nobody", Optional.of(Set.of()), false);

  static final Context.Key<Caller> KEY = Context.keyWithDefault("caller", NOBODY);

  /** Keeps an own copy of the tenants. */
  public Caller {
    tenants = tenants.map(Set::copyOf);
  }

  /** The caller of the call that this thread works for. */
  public static Caller current() {
    return KEY.get();
  }

  /** Whether it may use {@code tenant}'s keys. */
  public boolean mayUse(String tenant) {
    return tenants.isEmpty() || tenants.get().contains(tenant);
  }

  /** Whether it may make an operator's call about {@code tenant}. */
  public boolean mayOperate(String tenant) {
    return operator && mayUse(tenant);
  }

  /** Whether it may make an operator's call about the store as a whole. */
  boolean mayOperateAll() {
    return operator && tenants.isEmpty();
  }
}
