/**
 * The gRPC face of the server: between the public messages and the domain, who may call, and how a
 * refusal is told.
 *
 * <p>Thin: each class has one concern, and no rule about keys is decided here.
 */
@NullMarked
package dev.onceward.server.rpc;

import org.jspecify.annotations.NullMarked;
