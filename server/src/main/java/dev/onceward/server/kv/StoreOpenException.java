package dev.onceward.server.kv;

import org.jspecify.annotations.Nullable;

/**
 * Why a store could not be opened, written for the person who starts the server: what is wrong,
 * where, and what to do.
 */
public final class StoreOpenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A message for an operator. */
  public StoreOpenException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
