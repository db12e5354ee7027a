package dev.onceward.client;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a server listens.
 *
 * @param host a name or an address; an IPv6 address without its brackets
 * @param port 1 to 65535
 */
record Target(String host, int port) {
  private static final Pattern FORM =
      Pattern.compile("(?:\\[([0-9a-fA-F:.%]+)]|([^\\s:/\\[\\]]+)):(\\d{1,5})");
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|::1", Pattern.CASE_INSENSITIVE);

  static Target parse(String text) {
    Matcher matcher = FORM.matcher(text);
    int port = matcher.matches() ? Integer.parseInt(matcher.group(3)) : 0;
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException(
          "target must be HOST:PORT or [IPV6]:PORT, for example localhost:7450, but is: " + text);
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    return new Target(host, port);
  }

  /**
   * Whether it is on this machine by its very name. No name is looked up, since the answer could
   * change.
   */
  boolean isLoopback() {
    return LOOPBACK.matcher(host).matches();
  }

  /** As gRPC wants it. */
  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
