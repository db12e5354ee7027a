package dev.onceward.client;

import dev.onceward.v1.RenewResponse;

/**
 * What became of a Renew.
 *
 * @param response the answer as the server sent it
 * @param deadline until when the claim now lasts, counted from before the send
 */
public record Renewed(RenewResponse response, ClaimDeadline deadline) {}
