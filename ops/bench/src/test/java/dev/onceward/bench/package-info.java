/** Tests of the load generator: its arithmetic, its words, and its loop against a fake. */
@NullMarked
package dev.onceward.bench;

import org.jspecify.annotations.NullMarked;
