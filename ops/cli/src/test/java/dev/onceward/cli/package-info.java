/** Tests of the command against a scripted service in this process. */
@NullMarked
package dev.onceward.cli;

import org.jspecify.annotations.NullMarked;
