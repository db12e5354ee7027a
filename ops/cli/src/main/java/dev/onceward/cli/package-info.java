/**
 * The {@code onceward} command: {@code serve}, and the contract's calls for people and scripts.
 *
 * <p>Start with {@link dev.onceward.cli.Onceward}. Each command is one class: its options are
 * fields, its request is made of them by one method. The calls go through the client library, as
 * any caller's would.
 */
@NullMarked
package dev.onceward.cli;

import org.jspecify.annotations.NullMarked;
