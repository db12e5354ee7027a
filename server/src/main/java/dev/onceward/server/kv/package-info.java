/**
 * The port to an ordered, transactional key-value store: the smallest contract that FoundationDB
 * and RocksDB both honour.
 *
 * <p>Start with {@link dev.onceward.server.kv.Transaction}, then {@link
 * dev.onceward.server.kv.KeyValueStore} (one attempt) and {@link
 * dev.onceward.server.kv.TransactionRunner} (attempts until one commits). This package uses nothing
 * of the rest of the server and no store's driver; the adapters live in its sub-packages.
 */
@NullMarked
package dev.onceward.server.kv;

import org.jspecify.annotations.NullMarked;
