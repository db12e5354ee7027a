package dev.onceward.cli.demo;

/**
 * What an order service answers.
 *
 * @param order the order's number
 * @param created whether this very request created it
 */
record Confirmation(String order, boolean created) {}
