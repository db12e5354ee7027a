/**
 * Group commit: commands in, answers out.
 *
 * <p>A lane takes what queued while its last commit was in flight and commits it as one
 * transaction; it never waits on a timer. {@link dev.onceward.server.lane.Authority} is what
 * callers use, {@code Lane} where to start reading. Uses {@code store}, {@code kv} and {@code
 * record}.
 */
@NullMarked
package dev.onceward.server.lane;

import org.jspecify.annotations.NullMarked;
