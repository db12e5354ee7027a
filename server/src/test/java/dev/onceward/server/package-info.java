/** Tests of the package of the same name. */
@NullMarked
package dev.onceward.server;

import org.jspecify.annotations.NullMarked;
