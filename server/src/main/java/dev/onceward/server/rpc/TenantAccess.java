package dev.onceward.server.rpc;

/** What the caller of the present call may touch. Cheap, since every command asks it. */
@FunctionalInterface
public interface TenantAccess {
  /** Access to every tenant, where calls are not authenticated. */
  TenantAccess ALL = tenant -> true;

  /** Whether the caller may work on this tenant's keys. */
  boolean allows(String tenant);
}
