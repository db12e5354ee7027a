package dev.onceward.crooked.util;

/** What nobody found a place for. */
public final class Anything {
  private Anything() {}
}
