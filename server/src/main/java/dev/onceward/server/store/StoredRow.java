package dev.onceward.server.store;

import dev.onceward.server.record.Record;
import java.time.Instant;

/**
 * A record as it stands in its row, with what only the store knows of it.
 *
 * @param record the record; a payload longer than {@link RecordCodec#INLINE_BYTES_MAX} is elsewhere
 * @param transactionId the transaction attempt that wrote the row
 * @param indexedDue where the due row stands, never after the moment that it is for
 * @param chunkCount how many chunk rows the payload has
 */
record StoredRow(Record record, long transactionId, Instant indexedDue, int chunkCount) {}
