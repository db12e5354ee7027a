package dev.onceward.client;

import dev.onceward.v1.ErrorReason;
import dev.onceward.v1.NextStep;
import io.grpc.Status;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A refused or unanswered call, with all that the server told about it.
 *
 * <p>Branch on {@link #reason} and {@link #nextStep}; the message is for people. A status without
 * the service's details, such as a broken connection's, has the reason UNSPECIFIED and says nothing
 * about whether the call had its effect. As every call is safe to repeat, its next step is then the
 * same call where repeating may help.
 */
public final class OncewardException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final String CURRENT_VERSION = "current_version";

  private final transient Refusal refusal;

  OncewardException(Refusal refusal, @Nullable Throwable cause) {
    super(refusal.summary(), cause);
    this.refusal = refusal;
  }

  /** The refusal of one item of a Batch. */
  public static OncewardException of(com.google.rpc.Status error) {
    return Refusals.of(error);
  }

  /** This refusal again, with the stack of the thread that throws it; the original is its cause. */
  OncewardException rethrown() {
    return new OncewardException(refusal, this);
  }

  /**
   * Why the call was refused; UNSPECIFIED where no server said so, or a newer server gave a reason
   * unknown here.
   */
  public ErrorReason reason() {
    return refusal.reason();
  }

  /** The gRPC status code. */
  public Status.Code code() {
    return refusal.code();
  }

  /** What to do about it; UNSPECIFIED where nothing that this caller can do helps. */
  public NextStep nextStep() {
    return refusal.nextStep();
  }

  /** How long the server asks to wait before trying again, where waiting helps. */
  public Optional<Duration> retryAfter() {
    return refusal.retryAfter();
  }

  /** The facts that belong to the reason, by name, as described in errors.proto. */
  public Map<String, String> metadata() {
    return refusal.metadata();
  }

  /** What is wrong with which field, by the field's name. */
  public Map<String, String> fieldViolations() {
    return refusal.fieldViolations();
  }

  /** The version that holds the key, where the reason is STALE_CLAIM. */
  public OptionalLong currentVersion() {
    String version = refusal.metadata().get(CURRENT_VERSION);
    try {
      return version == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(version));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
