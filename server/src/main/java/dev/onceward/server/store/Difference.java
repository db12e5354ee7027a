package dev.onceward.server.store;

/**
 * Something in a store that does not follow from its records.
 *
 * @param kind what is wrong
 * @param row which row, in words: its kind, tenant and key, never a payload
 */
public record Difference(Kind kind, String row) {

  /** What can be wrong. */
  public enum Kind {
    /** A record wants a row that is not there. */
    MISSING,
    /** A row is there that no record wants. */
    STRAY,
    /** A row says something else than the records do. */
    WRONG,
    /** A row cannot be read; nothing is done about it but to tell. */
    CORRUPT
  }
}
