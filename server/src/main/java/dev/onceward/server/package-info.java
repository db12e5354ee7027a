/**
 * The server as a whole: its settings and the wiring of its parts.
 *
 * <p>Start with {@link dev.onceward.server.ServerConfig}, what {@code onceward serve} takes, and
 * {@link dev.onceward.server.Server}. Nothing else in the server depends on this package.
 */
@NullMarked
package dev.onceward.server;

import org.jspecify.annotations.NullMarked;
