package dev.onceward.server.rpc;

/**
 * One field that is missing, malformed or out of its limit.
 *
 * @param field dotted path from the call's request message, for example {@code references[3]};
 *     empty for the request itself, which the description then names
 * @param description the limit, what was given and what to do; never the given value itself
 */
record Violation(String field, String description) {}
