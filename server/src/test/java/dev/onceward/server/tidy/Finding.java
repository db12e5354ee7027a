package dev.onceward.server.tidy;

/** Something untidy: where, and what. */
record Finding(String path, int line, String what) {
  static Finding over(String path, int line, String what, int value, int limit) {
    return new Finding(path, line, "%s: %d, limit %d".formatted(what, value, limit));
  }

  @Override
  public String toString() {
    return path + ":" + line + ": " + what;
  }
}
