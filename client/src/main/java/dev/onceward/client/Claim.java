package dev.onceward.client;

import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.FailRequest;
import dev.onceward.v1.RenewRequest;

/**
 * The right to execute one attempt, as Begin granted it.
 *
 * @param tenant whose key
 * @param key the intent's key
 * @param version the fencing token: hand it downstream, which refuses anything older than what it
 *     has seen
 * @param attemptId the attempt's nonce, which no stranger may see
 * @param deadline until when the claim lasts unless it is renewed; a renewal answers a new one
 */
public record Claim(
    String tenant, String key, long version, String attemptId, ClaimDeadline deadline) {

  /** A Complete of this claim, still without its result. */
  public CompleteRequest.Builder complete() {
    return CompleteRequest.newBuilder()
        .setTenant(tenant)
        .setKey(key)
        .setVersion(version)
        .setAttemptId(attemptId);
  }

  /** A Fail of this claim, still without its failure. */
  public FailRequest.Builder fail() {
    return FailRequest.newBuilder()
        .setTenant(tenant)
        .setKey(key)
        .setVersion(version)
        .setAttemptId(attemptId);
  }

  /** A Renew of this claim, by the tenant's default lease unless one is set. */
  public RenewRequest.Builder renew() {
    return RenewRequest.newBuilder()
        .setTenant(tenant)
        .setKey(key)
        .setVersion(version)
        .setAttemptId(attemptId);
  }

  /** Tenant, key and version; the attempt id stays out of logs. */
  @Override
  public String toString() {
    return "Claim[tenant=" + tenant + ", key=" + key + ", version=" + version + "]";
  }
}
