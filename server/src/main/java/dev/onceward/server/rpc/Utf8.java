package dev.onceward.server.rpc;

/** Lengths of strings in UTF-8, without encoding them. */
final class Utf8 {
  private static final int BYTES_PER_CHAR_MAX = 3;

  private Utf8() {}

  /**
   * Whether {@code text} is sure to take {@code min} to {@code max} bytes; cheap, may miss some.
   */
  static boolean surelyWithin(String text, int min, int max) {
    int chars = text.length();
    return chars >= min && chars <= max / BYTES_PER_CHAR_MAX;
  }

  /** How many bytes {@code text} takes. */
  static int length(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        bytes += 1;
      } else if (c < 0x800 || Character.isSurrogate(c)) {
        // a surrogate pair is two chars and four bytes
        bytes += 2;
      } else {
        bytes += 3;
      }
    }
    return bytes;
  }
}
