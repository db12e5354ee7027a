package dev.onceward.server.record;

import java.util.List;

/** What an operator found out about a doubt. */
public sealed interface Resolution {

  /** The effect happened; this is its result. */
  record Succeeded(Payload result, List<String> references) implements Resolution {
    /** Copies the references. */
    public Succeeded {
      references = List.copyOf(references);
    }
  }

  /** The effect did not happen and is not to be tried again. */
  record FailedFinal(Failure failure) implements Resolution {
    /** Refuses a failure that may be tried again. */
    public FailedFinal {
      if (failure.kind() != FailureKind.FINAL) {
        throw new IllegalArgumentException("a final failure of kind " + failure.kind());
      }
    }
  }

  /** The effect did not happen: the next Begin may claim. */
  record NotExecuted() implements Resolution {}

  /** Whether a record that was resolved tells this very outcome. */
  default boolean isToldBy(Record record) {
    if (record.cause() != Cause.RESOLVED) {
      return false;
    }
    if (this instanceof Succeeded succeeded) {
      Payload result = record.result();
      return result != null
          && succeeded.result.sameAs(result)
          && record.references().containsAll(succeeded.references);
    }
    if (this instanceof FailedFinal failed) {
      Failure failure = record.failure();
      return record.state() == State.FAILED_FINAL
          && failure != null
          && failed.failure.sameAs(failure);
    }
    return record.state() == State.FAILED_RETRYABLE;
  }
}
