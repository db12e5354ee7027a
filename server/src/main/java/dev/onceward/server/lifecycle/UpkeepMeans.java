package dev.onceward.server.lifecycle;

import dev.onceward.server.kv.TransactionRunner;
import dev.onceward.server.store.Upkeep;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;

/**
 * What the background passes work with.
 *
 * @param runner runs their transactions; one of low priority
 * @param timer runs their tasks, none of which blocks
 */
public record UpkeepMeans(
    Upkeep upkeep,
    TransactionRunner runner,
    InstantSource wall,
    ScheduledExecutorService timer,
    RandomGenerator random,
    Assignment assignment) {}
