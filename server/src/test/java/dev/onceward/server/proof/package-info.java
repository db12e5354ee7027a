/**
 * The proof: whole servers, callers, network and store in one thread under one seeded scheduler,
 * judged by a model of the contract that shares nothing with {@code record}.
 *
 * <p>{@link dev.onceward.server.proof.ProofRun} is one run of one seed; start there. Nothing here
 * reads a real clock or starts a thread.
 */
@NullMarked
package dev.onceward.server.proof;

import org.jspecify.annotations.NullMarked;
