/**
 * The part of the house style that can be counted, as a test over the sources of every module.
 *
 * <p>Start with {@link dev.onceward.server.tidy.TidyTest}; {@link
 * dev.onceward.server.tidy.Inspection} holds the limits. Uses the JDK's compiler to read, and
 * nothing of the server.
 */
@NullMarked
package dev.onceward.server.tidy;

import org.jspecify.annotations.NullMarked;
