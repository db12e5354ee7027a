package dev.onceward.server.rpc;

import java.util.function.LongSupplier;

/**
 * What every part of the wire needs beside its task.
 *
 * @param nanoTime the monotonic clock, {@code System::nanoTime}
 * @param defects where unexpected exceptions go
 * @param observer who hears what callers are answered
 */
public record Instruments(LongSupplier nanoTime, Defects defects, RpcObserver observer) {}
