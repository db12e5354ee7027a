package dev.onceward.server.lane;

import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Time and chance, as they are given to a server: a test drives them by hand.
 *
 * @param wall what is stored
 * @param nanoTime what deadlines are counted by; never goes back
 * @param timer runs what is due later; its tasks must not block
 * @param random draws ids and jitter; thread-safe
 */
public record Clocks(
    InstantSource wall,
    LongSupplier nanoTime,
    ScheduledExecutorService timer,
    RandomGenerator random) {}
