package dev.onceward.server.rpc;

/**
 * Where a request's fields stand, as seen from the call: at its top, or in an item of a Batch.
 *
 * @param item the item's index, negative if not in a Batch
 * @param call the item's field in the oneof, empty if not in a Batch
 */
record Scope(int item, String call) {
  /** The call's own fields. */
  static final Scope CALL = new Scope(-1, "");

  boolean isBatch() {
    return item >= 0;
  }

  /** The path of a field, for example {@code items[5].begin.key}. */
  String path(String field) {
    if (!isBatch()) {
      return field;
    }
    String at = "items[" + item + "]";
    if (!call.isEmpty()) {
      at = at + "." + call;
    }
    return field.isEmpty() ? at : at + "." + field;
  }
}
