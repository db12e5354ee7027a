package dev.onceward.server.http;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What the port answers to GET and HEAD of one path.
 *
 * @param path exactly this, without query
 * @param page asked anew for each request; may complete later, on any thread
 */
public record Route(String path, Supplier<CompletionStage<Page>> page) {}
