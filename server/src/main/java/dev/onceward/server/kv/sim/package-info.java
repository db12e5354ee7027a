/**
 * A store in memory, for tests and simulations: the plainest thing that honours the port, and the
 * yardstick for the others.
 *
 * <p>Uses the port only. Start with {@link dev.onceward.server.kv.sim.SimStore}.
 */
@NullMarked
package dev.onceward.server.kv.sim;

import org.jspecify.annotations.NullMarked;
