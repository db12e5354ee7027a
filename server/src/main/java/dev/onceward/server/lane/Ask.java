package dev.onceward.server.lane;

import dev.onceward.server.record.Command;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A command with the wishes of the call that brought it.
 *
 * @param command what to decide
 * @param waitAtMost how long to wait for another attempt's claim to end; zero for the present
 *     answer
 * @param withPayload whether the answer's record needs its result's bytes
 * @param deadlineNanos when the caller stops listening, on the monotonic clock of the server
 *     ({@code System.nanoTime})
 * @param cancelled whether the caller has stopped listening already; cheap and thread-safe
 */
public record Ask(
    Command command,
    Duration waitAtMost,
    boolean withPayload,
    long deadlineNanos,
    BooleanSupplier cancelled) {}
