package dev.onceward.server.record;

import java.time.Instant;
import java.util.Map;

/**
 * What a key stands for; fixed by its first Begin.
 *
 * @param operation what is done
 * @param requestDigest digest of the request's parameters
 * @param firstSeen when the key was first claimed
 * @param labels for people and dashboards
 */
public record Intent(
    String operation, Bytes requestDigest, Instant firstSeen, Map<String, String> labels) {
  /** Copies the labels; refuses what no request could have brought. */
  public Intent {
    labels = Map.copyOf(labels);
    if (operation.isEmpty() || requestDigest.isEmpty()) {
      throw new IllegalArgumentException("an intent needs an operation and a digest");
    }
  }
}
