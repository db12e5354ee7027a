package dev.onceward.crooked;

/** Wires the others. */
public final class Wiring {
  private Wiring() {}
}
