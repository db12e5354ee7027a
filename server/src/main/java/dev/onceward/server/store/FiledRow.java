package dev.onceward.server.store;

import dev.onceward.server.record.Archived;

/**
 * An archived key as it stands in its row.
 *
 * @param dueDay where its due row stands, in days since the epoch; never after the day that it is
 *     for
 */
record FiledRow(Archived archived, long dueDay) {}
