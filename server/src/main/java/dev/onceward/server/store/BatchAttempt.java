package dev.onceward.server.store;

import dev.onceward.server.record.Command;
import java.util.List;

/**
 * One attempt to decide a batch in one transaction. Everything that must not change while a body
 * runs is fixed here.
 *
 * @param transactionId 64 random bits, stored in every record that this attempt writes
 * @param moment for all decisions of the attempt
 * @param commands in the order in which they are decided
 */
public record BatchAttempt(long transactionId, Judge.Moment moment, List<Command> commands) {}
