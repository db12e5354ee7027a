package dev.onceward.server.record;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * On whose word an operator's command is done.
 *
 * @param who the operator
 * @param evidence why, for whoever reads the record later
 * @param expectedRevision what the operator saw; null to act whatever the record is now
 */
public record Mandate(String who, String evidence, @Nullable Long expectedRevision) {
  /** Refuses absent parts. */
  public Mandate {
    Objects.requireNonNull(who);
    Objects.requireNonNull(evidence);
  }
}
