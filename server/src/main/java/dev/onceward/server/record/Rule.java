package dev.onceward.server.record;

/**
 * One row of the table: in this situation, on this call, under this condition, this happens.
 *
 * @param situation where the key stands, expiry applied
 * @param call which command
 * @param condition what else must hold
 * @param effect what happens then
 */
public record Rule(Situation situation, Command.Kind call, Condition condition, Effect effect) {}
