package dev.onceward.client;

import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.Decision;
import dev.onceward.v1.Record;
import java.util.Optional;

/**
 * What became of a Begin: the server's answer, and the claim where it grants one. Immutable and
 * thread-safe.
 */
public final class Begun {
  private final BeginResponse response;
  private final Optional<Claim> claim;

  private Begun(BeginResponse response, Optional<Claim> claim) {
    this.response = response;
    this.claim = claim;
  }

  static Begun of(BeginRequest request, BeginResponse response, ClaimDeadline deadline) {
    if (response.getDecision() != Decision.DECISION_EXECUTE) {
      return new Begun(response, Optional.empty());
    }
    Claim claim =
        new Claim(
            request.getTenant(),
            request.getKey(),
            response.getRecord().getVersion(),
            request.getAttemptId(),
            deadline);
    return new Begun(response, Optional.of(claim));
  }

  /** The answer as the server sent it. */
  public BeginResponse response() {
    return response;
  }

  /** What to do next. */
  public Decision decision() {
    return response.getDecision();
  }

  /** The record as it stood. */
  public Record record() {
    return response.getRecord();
  }

  /** The claim, present exactly when the decision is EXECUTE. */
  public Optional<Claim> claim() {
    return claim;
  }
}
