/** Tests of the client against a scripted service on a loopback server. */
@NullMarked
package dev.onceward.client;

import org.jspecify.annotations.NullMarked;
