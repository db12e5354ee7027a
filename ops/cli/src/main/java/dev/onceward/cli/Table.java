package dev.onceward.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines of a name and a value, aligned. Values come from strangers and are made fit for a terminal.
 */
final class Table {
  private final List<Row> rows = new ArrayList<>();

  /** Adds a line, unless there is nothing to say. */
  void row(String name, String value) {
    if (!value.isEmpty()) {
      rows.add(new Row(name, Text.line(value)));
    }
  }

  void print(PrintWriter out) {
    int width = rows.stream().mapToInt(row -> row.name.length()).max().orElse(0);
    rows.forEach(
        row -> out.println(row.name + " ".repeat(width - row.name.length() + 2) + row.value));
  }

  private record Row(String name, String value) {}
}
