/** Faults for any store, injected between the port and its callers. */
@NullMarked
package dev.onceward.server.kv.faults;

import org.jspecify.annotations.NullMarked;
