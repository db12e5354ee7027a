package dev.onceward.client;

import dev.onceward.v1.IdempotencyServiceGrpc;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The gRPC service config that resends calls: what {@link OncewardClient} gives to the channels
 * that it opens, and what an application that brings its own channel may give to {@code
 * ManagedChannelBuilder.defaultServiceConfig}.
 */
public final class ServiceConfig {
  private static final String SERVICE = IdempotencyServiceGrpc.SERVICE_NAME;
  private static final List<String> RESENT_ON = List.of("UNAVAILABLE");
  private static final List<Map<String, ?>> HEDGED =
      List.of(
          Map.of("service", SERVICE, "method", "Begin"),
          Map.of("service", SERVICE, "method", "Get"));

  private ServiceConfig() {}

  /**
   * The config as nested maps, lists, strings and doubles.
   *
   * @param retry for all methods; those that are hedged are resent as copies instead, which gRPC
   *     keeps apart
   * @param hedging for Begin and Get, where present
   */
  public static Map<String, ?> of(RetrySettings retry, Optional<HedgingSettings> hedging) {
    List<Map<String, ?>> methods = new ArrayList<>();
    hedging.ifPresent(
        settings -> methods.add(Map.of("name", HEDGED, "hedgingPolicy", policy(settings))));
    if (retry.attemptsMax() > 1) {
      methods.add(Map.of("name", List.of(Map.of()), "retryPolicy", policy(retry)));
    }
    return Map.of(
        "methodConfig",
        methods,
        // More than half of the recent calls failing means an outage: resending would only add to
        // it.
        "retryThrottling",
        Map.of("maxTokens", 100d, "tokenRatio", 0.5d),
        // One connection to each address of a name that has several, and the next send goes to
        // another server.
        "loadBalancingConfig",
        List.of(Map.of("round_robin", Map.of())));
  }

  private static Map<String, ?> policy(RetrySettings retry) {
    return Map.of(
        "maxAttempts",
        (double) retry.attemptsMax(),
        "initialBackoff",
        seconds(retry.firstBackoff()),
        "maxBackoff",
        seconds(retry.longestBackoff()),
        "backoffMultiplier",
        retry.multiplier(),
        "retryableStatusCodes",
        RESENT_ON);
  }

  private static Map<String, ?> policy(HedgingSettings hedging) {
    return Map.of(
        "maxAttempts",
        (double) hedging.copiesMax(),
        "hedgingDelay",
        seconds(hedging.delay()),
        "nonFatalStatusCodes",
        RESENT_ON);
  }

  private static String seconds(Duration duration) {
    return new BigDecimal(duration.toNanos())
            .movePointLeft(9)
            .setScale(9, RoundingMode.UNNECESSARY)
            .toPlainString()
        + "s";
  }
}
