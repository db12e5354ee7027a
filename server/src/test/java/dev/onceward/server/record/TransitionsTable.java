package dev.onceward.server.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The rows of {@code transitions.table}: decisions as the design demands them. */
final class TransitionsTable {
  private TransitionsTable() {}

  /**
   * One row.
   *
   * @param before what is stored of the key
   * @param answer the expected answer, in the words of {@link Told}
   * @param changes every part that differs afterwards, in the words of {@link Told}
   */
  record Row(
      String name, Evidence before, Command command, Terms terms, String answer, String changes) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Row> rows() {
    return text()
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(TransitionsTable::row)
        .toList();
  }

  private static Row row(String line) {
    List<String> cells = Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
    return new Row(
        cells.get(0),
        TableWords.evidence(cells.get(1)),
        TableWords.command(cells.get(2)),
        TableWords.terms(cells.get(3)),
        cells.get(4),
        cells.get(5));
  }

  private static String text() {
    try (InputStream in = TransitionsTable.class.getResourceAsStream("transitions.table")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
