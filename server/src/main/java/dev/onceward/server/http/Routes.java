package dev.onceward.server.http;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The pages of every server. */
public final class Routes {
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final String INDEX =
      """
      <!DOCTYPE html>
      <html lang="en">
      <title>Onceward</title>
      <h1>Onceward</h1>
      <ul>
      <li><a href="/metrics">/metrics</a> in the Prometheus text format
      <li><a href="/healthz">/healthz</a> the process is up
      <li><a href="/readyz">/readyz</a> the store answers and the server is not draining
      </ul>
      </html>
      """;

  private Routes() {}

  /** Index, metrics, liveness and readiness. */
  public static List<Route> of(PrometheusMeterRegistry registry, Readiness readiness) {
    return List.of(
        new Route("/", () -> now(new Page(200, "text/html; charset=utf-8", INDEX))),
        new Route("/metrics", () -> now(new Page(200, PROMETHEUS, registry.scrape()))),
        new Route("/healthz", () -> now(Page.text(200, "alive\n"))),
        new Route("/readyz", readiness::page));
  }

  private static CompletionStage<Page> now(Page page) {
    return CompletableFuture.completedFuture(page);
  }
}
