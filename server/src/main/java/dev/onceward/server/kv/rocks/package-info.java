/**
 * The store in this process and on this machine's disk: RocksDB as an adapter of the port.
 *
 * <p>Uses the port and {@code org.rocksdb}, which nothing else in the server may import. Start with
 * {@link dev.onceward.server.kv.rocks.RocksStore}; {@code RocksTransaction} says how the port's
 * guards become RocksDB's tracked keys.
 */
@NullMarked
package dev.onceward.server.kv.rocks;

import org.jspecify.annotations.NullMarked;
