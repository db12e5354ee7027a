package dev.onceward.cli.demo;

/**
 * One request to confirm an order.
 *
 * @param sender which of the taps and re-sends
 * @param key made by the requester before its first send, and the same in all of them
 */
record Purchase(String sender, String key, String user, String show, int quantity) {

  /** The request as the incident had it. */
  static Purchase by(String sender) {
    return new Purchase(sender, "K-8842", "U-7318", "S-204", 1);
  }

  /** The same request for another number of tickets. */
  Purchase withQuantity(int tickets) {
    return new Purchase(sender, key, user, show, tickets);
  }
}
