package dev.onceward.server.kv;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** The exception that was meant, out of the wrappers that futures put around it. */
public final class Causes {
  private Causes() {}

  /** The first cause that is no future's wrapper; {@code error} itself where there is none. */
  public static Throwable of(Throwable error) {
    Throwable cause = error;
    while (cause instanceof CompletionException || cause instanceof ExecutionException) {
      Throwable inner = cause.getCause();
      if (inner == null) {
        break;
      }
      cause = inner;
    }
    return cause;
  }
}
