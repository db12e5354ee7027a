package dev.onceward.cli.demo;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/** How the demo speaks: plain lines, with colours on a terminal. Thread-safe. */
final class Voice {
  private final PrintWriter out;
  private final Ansi ansi;

  Voice(PrintWriter out, Ansi ansi) {
    this.out = out;
    this.ansi = ansi;
  }

  /** The head of a part. */
  void head(String text) {
    line("");
    line(styled("bold", text));
  }

  /** A line as it is. */
  synchronized void line(String text) {
    out.println(text);
    out.flush();
  }

  void good(String text) {
    line(styled("bold,green", text));
  }

  void bad(String text) {
    line(styled("bold,red", text));
  }

  /** Something that happened at a moment. */
  void event(long millis, String who, String what) {
    String when = String.format(Locale.ROOT, "%6d ms", millis);
    String line = String.format(Locale.ROOT, "%s  %-18s %s", when, who, what);
    line(what.startsWith("INSERT") ? styled("bold", line) : line);
  }

  /** A table's rows. */
  void orders(List<OrderTable.Row> rows) {
    line(String.format("  %-6s  %-7s  %-6s  %-8s  %s", "order", "user", "show", "tickets", "by"));
    for (OrderTable.Row row : rows) {
      Purchase purchase = row.purchase();
      line(
          String.format(
              Locale.ROOT,
              "  %-6s  %-7s  %-6s  %-8d  %s",
              row.order(),
              purchase.user(),
              purchase.show(),
              purchase.quantity(),
              purchase.sender()));
    }
  }

  private String styled(String style, String text) {
    return ansi.string("@|" + style + " " + text + "|@");
  }
}
