/**
 * What a key's record is and how it changes: every rule of the service, and nothing else.
 *
 * <p>Pure. No clock, no store, no network, no generated code: {@link
 * dev.onceward.server.record.Transitions#decide} takes the record, a command and {@link
 * dev.onceward.server.record.Terms} (which hold the time) and returns the answer together with the
 * record to store, if there is something to store. Start with {@link
 * dev.onceward.server.record.Rules}, the table that it follows row by row.
 */
@NullMarked
package dev.onceward.server.record;

import org.jspecify.annotations.NullMarked;
