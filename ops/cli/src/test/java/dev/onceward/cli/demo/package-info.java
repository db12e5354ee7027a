/** Tests of the demo, against a real server in this process. */
@NullMarked
package dev.onceward.cli.demo;

import org.jspecify.annotations.NullMarked;
