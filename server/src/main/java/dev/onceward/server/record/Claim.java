package dev.onceward.server.record;

import java.time.Instant;

/**
 * The right of one attempt to run, as granted by the last Begin that got EXECUTE.
 *
 * @param version the fencing token; rises with every claim of a key, for ever
 * @param attempt how many claims there have been, at least 1
 * @param attemptId the caller's nonce; whoever knows it may end the claim
 * @param owner the caller's label, for people, may be empty
 * @param claimedAt when
 * @param onLeaseExpiry what becomes of it if its lease ends; turns from RETRY to HOLD at most
 */
public record Claim(
    long version,
    int attempt,
    String attemptId,
    String owner,
    Instant claimedAt,
    LeaseExpiry onLeaseExpiry) {
  /** Checks what every claim has. */
  public Claim {
    if (version < 1 || attempt < 1 || attemptId.isEmpty()) {
      throw new IllegalArgumentException("claim of version " + version + ", attempt " + attempt);
    }
  }

  Claim held() {
    return new Claim(version, attempt, attemptId, owner, claimedAt, LeaseExpiry.HOLD);
  }
}
