/**
 * What a server does by itself, beside the calls: background passes that store what time has done,
 * and the watch over its own clock.
 *
 * <p>Nothing here decides anything: {@link dev.onceward.server.store.Upkeep} judges each record by
 * the rules of {@code record}, and whether a pass has run can be told by nobody but the disk. Start
 * with {@link dev.onceward.server.lifecycle.Sweeper} for the passes, with {@link
 * dev.onceward.server.lifecycle.ClockWatch} for the clock; its rules are in {@link
 * dev.onceward.server.lifecycle.ClockJudge}. Uses {@code store}, {@code record} and {@code kv}.
 */
@NullMarked
package dev.onceward.server.lifecycle;

import org.jspecify.annotations.NullMarked;
