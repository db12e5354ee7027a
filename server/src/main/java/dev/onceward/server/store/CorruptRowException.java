package dev.onceward.server.store;

/** Says that a row on which an operator's call depends cannot be read. It is kept as it is. */
public final class CorruptRowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CorruptRowException(CorruptRecordException cause) {
    super(cause.getMessage(), cause);
  }
}
