/**
 * Records on a key-value store: key layout, codec, derived rows and counters, one transaction per
 * batch.
 *
 * <p>{@link dev.onceward.server.store.RecordStore} is the entry; {@link
 * dev.onceward.server.store.DerivedRows} is the only code that writes an index row or a counter.
 * {@code LAYOUT.md} describes every row. Uses {@code record} and {@code kv}, and of FoundationDB's
 * library the tuple encoding only.
 */
@NullMarked
package dev.onceward.server.store;

import org.jspecify.annotations.NullMarked;
