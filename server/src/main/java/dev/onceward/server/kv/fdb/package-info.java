/**
 * The store on many machines: FoundationDB as an adapter of the port.
 *
 * <p>Uses the port and {@code com.apple.foundationdb}, of which nothing else in the server may
 * import more than the tuple layer. Start with {@link dev.onceward.server.kv.fdb.FdbStore}; {@code
 * FdbTransaction} says how an attempt that may land late is kept from it, {@code FdbErrors} what
 * each error code means.
 */
@NullMarked
package dev.onceward.server.kv.fdb;

import org.jspecify.annotations.NullMarked;
