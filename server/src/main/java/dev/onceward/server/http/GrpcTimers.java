package dev.onceward.server.http;

import io.grpc.Status;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * {@code onceward_grpc_seconds{method,code}}: how long unary calls took on the server.
 *
 * <p>One timer for each method and code, made when first needed and then found by two array-like
 * steps, since every call comes here. Thread-safe.
 */
final class GrpcTimers {
  private static final int CODES = Status.Code.values().length;
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(60)
  };

  private final MeterRegistry registry;
  private final Map<String, AtomicReferenceArray<Timer>> byMethod = new ConcurrentHashMap<>();

  GrpcTimers(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Shows a method before its first call, with the code OK. */
  void announce(String method) {
    timer(method, Status.Code.OK);
  }

  void record(String method, Status.Code code, long nanos) {
    timer(method, code).record(nanos, TimeUnit.NANOSECONDS);
  }

  private Timer timer(String method, Status.Code code) {
    AtomicReferenceArray<Timer> timers = byMethod.get(method);
    if (timers == null) {
      timers = byMethod.computeIfAbsent(method, m -> new AtomicReferenceArray<>(CODES));
    }
    Timer timer = timers.get(code.value());
    if (timer == null) {
      // Whoever comes second registers nothing new: the registry hands out the same timer.
      timer = register(method, code);
      timers.set(code.value(), timer);
    }
    return timer;
  }

  private Timer register(String method, Status.Code code) {
    return Timer.builder("onceward.grpc")
        .description("Time from a unary call's headers to its status, on the server")
        .tag("method", method)
        .tag("code", code.name())
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }
}
