package dev.onceward.cli;

/** Text of strangers, made fit for a terminal. */
final class Text {
  private Text() {}

  /**
   * {@code text} on one line, with control characters written out: they could move the cursor or
   * hide what follows.
   */
  static String line(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (isPlain(c)) {
                safe.appendCodePoint(c);
              } else {
                safe.append(c == '\n' ? "\\n" : c == '\t' ? "\\t" : String.format("\\u%04x", c));
              }
            });
    return safe.toString();
  }

  /** Whether a terminal shows {@code c} and does nothing else. */
  static boolean isPlain(int c) {
    int type = Character.getType(c);
    return !Character.isISOControl(c)
        && type != Character.FORMAT
        && type != Character.UNASSIGNED
        && type != Character.SURROGATE
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR;
  }
}
