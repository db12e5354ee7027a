/**
 * A house that breaks every rule of the architecture at least once, so that the rules can be seen
 * to notice.
 */
package dev.onceward.crooked;
