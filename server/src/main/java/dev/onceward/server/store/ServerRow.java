package dev.onceward.server.store;

/**
 * What a server tells the others of its clock.
 *
 * @param server its name
 * @param incarnation drawn at its start
 * @param wallMillis its wall clock when it wrote this, in milliseconds since the epoch
 */
public record ServerRow(String server, long incarnation, long wallMillis) {}
