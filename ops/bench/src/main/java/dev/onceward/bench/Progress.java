package dev.onceward.bench;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** The line on stderr that says what is going on: rewritten in place on a terminal. */
final class Progress {
  private static final String TO_LINE_START = "\r\u001b[K";

  private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

  private final PrintStream out;
  private final boolean terminal;
  private final String title;
  private final int commandsPerTrip;
  private boolean begun;
  private long shownNanos;

  /**
   * A line to come.
   *
   * @param terminal whether {@code out} can rewrite a line; otherwise there is a new one now and
   *     then
   * @param title what is running
   */
  Progress(PrintStream out, boolean terminal, String title, int commandsPerTrip) {
    this.out = out;
    this.terminal = terminal;
    this.title = title;
    this.commandsPerTrip = commandsPerTrip;
  }

  /** Whether stderr is a terminal, which only the script that starts us can tell. */
  static boolean onTerminal() {
    return Boolean.getBoolean("onceward.terminal");
  }

  /** Shows how it goes. */
  void show(Duration remaining, double tripsPerSecond) {
    long now = System.nanoTime();
    if (begun && !terminal && now - shownNanos < PAUSE_NANOS) {
      return;
    }
    begun = true;
    shownNanos = now;
    out.printf(
        Locale.ROOT,
        "%s%s: %d s left, %,.0f ops/s%s",
        terminal ? TO_LINE_START : "",
        title,
        remaining.plusMillis(999).toSeconds(),
        tripsPerSecond * commandsPerTrip,
        terminal ? "" : System.lineSeparator());
    out.flush();
  }

  /** Takes the line away. */
  void clear() {
    if (terminal && begun) {
      out.print(TO_LINE_START);
      out.flush();
    }
  }
}
