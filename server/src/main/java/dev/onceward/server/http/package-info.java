/**
 * The HTTP port for people and machines that watch the server: metrics, liveness and readiness.
 *
 * <p>It is the JDK's own small server: the few requests a minute that it gets are worth no further
 * dependency. {@code HttpPort} is where to start; {@code Metrics} hears what the lanes, the store
 * and the calls do, its siblings what the server does by itself. Uses {@code rpc}, {@code lane},
 * {@code lifecycle}, {@code kv} and {@code record} for what they tell.
 */
@NullMarked
package dev.onceward.server.http;

import org.jspecify.annotations.NullMarked;
