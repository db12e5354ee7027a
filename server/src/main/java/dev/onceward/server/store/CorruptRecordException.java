package dev.onceward.server.store;

import org.jspecify.annotations.Nullable;

/**
 * A stored row that cannot be read as a record. The row is left alone, and nobody may claim its
 * key.
 */
final class CorruptRecordException extends Exception {
  private static final long serialVersionUID = 1L;

  CorruptRecordException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
