/**
 * What a caller embeds: the contract's calls with deadlines, resends and typed refusals.
 *
 * <p>Start with {@link dev.onceward.client.OncewardClient}. Requests and answers are the generated
 * messages of {@code dev.onceward.v1}, because they are the contract; this package adds only what a
 * message cannot do by itself: fix an attempt's nonce, count a lease on the right clock, and read a
 * refusal. It depends on gRPC and on the contract, never on the server.
 */
@NullMarked
package dev.onceward.client;

import org.jspecify.annotations.NullMarked;
