package dev.onceward.server.http;

/**
 * One answer of the port.
 *
 * @param status HTTP's
 * @param contentType of {@code body}, which is sent as UTF-8
 */
public record Page(int status, String contentType, String body) {
  private static final String PLAIN = "text/plain; charset=utf-8";

  /** Plain text. */
  public static Page text(int status, String body) {
    return new Page(status, PLAIN, body);
  }
}
