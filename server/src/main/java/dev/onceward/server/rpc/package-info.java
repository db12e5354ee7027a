/**
 * The service on the wire: thin gRPC over {@link dev.onceward.server.lane.Authority}, who may call,
 * and how a refusal is told. No rule about keys is decided here.
 *
 * <p>A request becomes a command ({@code BeginFields}, {@code ClaimFields}, {@code LookupFields},
 * all checks in {@code FieldChecks}), the command is asked of the authority, and its answer becomes
 * a response ({@code RecordMessages}) or a status ({@code Errors}, the one table of reasons and
 * codes). {@code Exchange} is that way from end to end and the place to start; {@code Errands} is
 * the same for what operators ask beside commands, of {@code Operations}. Interceptors are one
 * concern a file. Nothing here blocks: calls run on the event loops. Uses {@code lane}, {@code
 * record}, and the words in which {@code store} tells of many records.
 */
@NullMarked
package dev.onceward.server.rpc;

import org.jspecify.annotations.NullMarked;
