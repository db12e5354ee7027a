package dev.onceward.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of cells under headings, aligned, for a terminal. Rows come a few at a time, and a column
 * that has become wider stays so. Values come from strangers and are made fit for a terminal.
 */
final class Columns {
  private final PrintWriter out;
  private final List<String> headings;
  private final int[] widths;
  private boolean headed;

  Columns(PrintWriter out, String... headings) {
    this.out = out;
    this.headings = List.of(headings);
    this.widths = new int[headings.length];
  }

  /** Prints rows of as many cells as there are headings, below the headings. */
  void print(List<List<String>> rows) {
    List<List<String>> lines = new ArrayList<>();
    if (!headed && !rows.isEmpty()) {
      headed = true;
      lines.add(headings);
    }
    rows.forEach(row -> lines.add(row.stream().map(Columns::cell).toList()));
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    lines.forEach(this::printLine);
  }

  private void printLine(List<String> line) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = line.get(i);
      text.append(cell).append(" ".repeat(widths[i] - cell.length() + 2));
    }
    out.println(text.toString().stripTrailing());
  }

  // An empty cell would shift those after it for whoever counts columns.
  private static String cell(String value) {
    return value.isEmpty() ? "-" : Text.line(value);
  }
}
