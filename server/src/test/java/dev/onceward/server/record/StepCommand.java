package dev.onceward.server.record;

import static dev.onceward.server.record.Samples.KEY;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The command that a {@link Step} comes to once it is known what there is.
 *
 * @param seen the record as anyone sees it; null if there is none
 * @param time of the step
 */
record StepCommand(Step step, @Nullable Record seen, Instant time) {
  private static final Duration HOLD_LENGTH = Duration.ofSeconds(30);

  Command command() {
    return switch (step.call()) {
      case BEGIN -> begin();
      case COMPLETE -> new Command.Complete(claim(), Samples.payload(step.text()), references());
      case FAIL ->
          new Command.Fail(claim(), failure(), step.lease() == null ? Duration.ZERO : step.lease());
      case RENEW -> new Command.Renew(claim(), step.lease(), step.onLeaseExpiry(), references());
      case GET ->
          new Command.Get(
              KEY,
              step.slip() == Step.Slip.OPERATION ? "other" : null,
              step.slip() == Step.Slip.DIGEST ? Samples.digest("other") : null);
      case RETAIN -> new Command.Retain(KEY, time.plus(step.passes()), "letter");
      case HOLD -> new Command.Hold(KEY, mandate(), step.text(), until());
      case RELEASE -> new Command.Release(KEY, mandate(), step.text());
      case RESOLVE -> new Command.Resolve(KEY, mandate(), resolution());
      case FORCE_EXPIRE -> new Command.ForceExpire(KEY, mandate());
      case REDACT -> new Command.Redact(KEY, mandate());
    };
  }

  private Command.Begin begin() {
    List<Bytes> digests =
        switch (step.slip()) {
          case DIGEST -> List.of(Samples.digest("other"));
          case ALTERNATE -> List.of(Samples.DIGEST, Samples.digest("old"));
          case NONE, OPERATION -> List.of(Samples.DIGEST);
        };
    String attemptId =
        step.aim() == Step.Aim.CLAIM && step.attempt() % 2 == 0 && seen != null
            ? seen.claim().attemptId()
            : Samples.attemptId(step.name());
    return new Command.Begin(
        KEY,
        step.slip() == Step.Slip.OPERATION ? "other" : Samples.OPERATION,
        digests,
        attemptId,
        "pod-" + step.name(),
        step.lease(),
        expectedVersion(),
        step.onLeaseExpiry(),
        Samples.LABELS);
  }

  private @Nullable Long expectedVersion() {
    return switch (step.aim()) {
      case CLAIM, NOBODY -> null;
      case VERSION -> seen == null ? null : Long.valueOf(seen.claim().version());
      case EARLIER -> 1L;
    };
  }

  private Command.ClaimRef claim() {
    if (seen == null) {
      return Samples.claim(1, step.name());
    }
    Claim last = seen.claim();
    return switch (step.aim()) {
      case CLAIM -> new Command.ClaimRef(KEY, last.version(), last.attemptId());
      case VERSION -> Samples.claim(last.version(), step.name());
      case NOBODY -> new Command.ClaimRef(KEY, last.version(), null);
      case EARLIER -> Samples.claim(Math.max(1, last.version() - 1), step.name());
    };
  }

  /** None, one, or as many as there may be. */
  private List<String> references() {
    return switch (step.slip()) {
      case NONE -> List.of();
      case OPERATION, DIGEST -> List.of("O-" + step.text());
      case ALTERNATE ->
          IntStream.range(0, Record.REFERENCES_MAX)
              .mapToObj(n -> "P-" + step.text() + "-" + n)
              .toList();
    };
  }

  private Failure failure() {
    Failure failure = Samples.failure(step.failure(), step.text());
    return step.slip() == Step.Slip.ALTERNATE
        ? failure.with(Samples.payload("page of " + step.text()))
        : failure;
  }

  private Mandate mandate() {
    Long expected =
        switch (step.aim()) {
          case CLAIM -> seen == null ? null : Long.valueOf(seen.revision());
          case VERSION, NOBODY -> null;
          case EARLIER -> 1L;
        };
    return new Mandate("pat", "looked", expected);
  }

  private @Nullable Instant until() {
    return switch (step.slip()) {
      case NONE -> null;
      case OPERATION, DIGEST -> time.plus(HOLD_LENGTH);
      case ALTERNATE -> time.minus(HOLD_LENGTH);
    };
  }

  private Resolution resolution() {
    return switch (step.failure()) {
      case RETRYABLE -> new Resolution.NotExecuted();
      case FINAL -> new Resolution.FailedFinal(Samples.failure(FailureKind.FINAL, step.text()));
      case UNKNOWN -> new Resolution.Succeeded(Samples.payload(step.text()), references());
    };
  }
}
