package dev.onceward.server;

/**
 * A server that could not start. Its message tells an operator what stood in the way and what to
 * do.
 */
public final class ServerStartException extends Exception {
  private static final long serialVersionUID = 1;

  public ServerStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
