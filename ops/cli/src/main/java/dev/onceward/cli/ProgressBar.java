package dev.onceward.cli;

import java.io.PrintWriter;

/** One line of a terminal that tells how far something is, drawn again at each step. */
final class ProgressBar {
  private static final int WIDTH = 30;
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintWriter terminal;
  private final boolean shown;

  /**
   * @param shown whether there is anybody to look at it; otherwise nothing is drawn
   */
  ProgressBar(PrintWriter terminal, boolean shown) {
    this.terminal = terminal;
    this.shown = shown;
  }

  /** Draws that {@code done} parts of {@code all} are done. */
  void draw(int done, int all, String text) {
    if (!shown) {
      return;
    }
    int filled = all == 0 ? WIDTH : (int) ((long) WIDTH * done / all);
    terminal.print(
        ERASE_LINE + "[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + text);
    terminal.flush();
  }

  /** Takes the line away, so that others can be printed in its place. */
  void erase() {
    if (shown) {
      terminal.print(ERASE_LINE);
      terminal.flush();
    }
  }
}
