package dev.onceward.server.store;

/** A store that this server must not touch, since it would misread it. */
public final class IncompatibleStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  IncompatibleStoreException(String message) {
    super(message);
  }
}
