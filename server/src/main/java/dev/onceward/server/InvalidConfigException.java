package dev.onceward.server;

/**
 * A setting that the server does not start with. Its message names the option, the limit, the value
 * and the way out.
 */
public final class InvalidConfigException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  InvalidConfigException(String message) {
    super(message);
  }
}
