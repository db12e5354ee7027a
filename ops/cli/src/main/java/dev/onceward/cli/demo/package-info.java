/**
 * The command {@code demo}: the incident of 20:14, replayed against a running server.
 *
 * <p>Start with {@link dev.onceward.cli.demo.DemoCommand}. {@code GuardedOrders} is the part that a
 * business service would write: Begin before the effect, Complete after it. The rest plays the
 * impatient people, the gateway and the clock. Uses the client library only.
 */
@NullMarked
package dev.onceward.cli.demo;

import org.jspecify.annotations.NullMarked;
