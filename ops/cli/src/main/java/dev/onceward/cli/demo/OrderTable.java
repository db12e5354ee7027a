package dev.onceward.cli.demo;

import java.util.ArrayList;
import java.util.List;

/** The orders of a ticket shop, in memory. Thread-safe. */
final class OrderTable {
  private final int firstNumber;
  private final List<Row> rows = new ArrayList<>();

  /** An empty table that counts from {@code firstNumber}. */
  OrderTable(int firstNumber) {
    this.firstNumber = firstNumber;
  }

  /** One order. */
  record Row(String order, Purchase purchase) {}

  /** Adds an order; its new number. */
  synchronized String insert(Purchase purchase) {
    String order = "O-" + (firstNumber + rows.size());
    rows.add(new Row(order, purchase));
    return order;
  }

  synchronized List<Row> rows() {
    return List.copyOf(rows);
  }
}
