/** Tests of the package of the same name. */
@NullMarked
package dev.onceward.server.http;

import org.jspecify.annotations.NullMarked;
