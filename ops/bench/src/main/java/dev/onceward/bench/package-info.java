/**
 * The load generator: peers side by side, so that a number is never read alone.
 *
 * <p>Start with {@link dev.onceward.bench.Bench}, the command, and {@link
 * dev.onceward.bench.ClosedLoop}, by which everything is measured. It shares the machine with the
 * server that it measures, so what runs for each call allocates little and blocks nowhere.
 */
@NullMarked
package dev.onceward.bench;

import org.jspecify.annotations.NullMarked;
