package dev.onceward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.StoreException;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Reason;
import dev.onceward.v1.IdempotencyServiceGrpc;
import io.grpc.Status;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class MetricsTest {
  private static final String BEGIN = "onceward.v1.IdempotencyService/Begin";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Metrics metrics =
      new Metrics(registry, List.of(IdempotencyServiceGrpc.getServiceDescriptor()));

  @AfterEach
  void stop() {
    metrics.close();
  }

  private List<String> scraped() {
    return registry.scrape().lines().toList();
  }

  @ParameterizedTest
  @EnumSource(Decision.class)
  void decision_isCountedFromZero(Decision decision) {
    String series = "onceward_decisions_total{decision=\"" + decision + "\"} ";
    assertThat(scraped()).contains(series + "0.0");

    metrics.decided(decision);

    assertThat(scraped()).contains(series + "1.0");
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void rejection_isCountedFromZero(Reason reason) {
    String series = "onceward_rejections_total{reason=\"" + reason + "\"} ";
    assertThat(scraped()).contains(series + "0.0");

    metrics.refused(reason);

    assertThat(scraped()).contains(series + "1.0");
  }

  @Test
  void conflict_isNoFailure() {
    metrics.failed(StoreException.Kind.CONFLICT);
    metrics.failed(StoreException.Kind.UNAVAILABLE);

    assertThat(scraped())
        .contains(
            "onceward_store_conflicts_total 1.0",
            "onceward_store_failures_total{kind=\"UNAVAILABLE\"} 1.0",
            "onceward_store_failures_total{kind=\"MAYBE_COMMITTED\"} 0.0")
        .noneMatch(line -> line.contains("kind=\"CONFLICT\""));
  }

  @Test
  void batchAndCommit_haveBuckets() {
    metrics.batchDone(3);
    metrics.committed(Duration.ofMillis(7));

    assertThat(scraped())
        .contains(
            "onceward_lane_batch_size_bucket{le=\"2.0\"} 0",
            "onceward_lane_batch_size_bucket{le=\"4.0\"} 1",
            "onceward_lane_batch_size_sum 3.0",
            "onceward_store_commit_seconds_bucket{le=\"0.005\"} 0",
            "onceward_store_commit_seconds_bucket{le=\"0.01\"} 1");
  }

  @Test
  void answerFromMemory_isCounted() {
    metrics.answeredFromMemory();

    assertThat(scraped()).contains("onceward_settled_answers_total 1.0");
  }

  @Test
  void call_isTimedByMethodAndCode() {
    assertThat(scraped())
        .contains("onceward_grpc_seconds_count{code=\"OK\",method=\"" + BEGIN + "\"} 0");

    metrics.callDone(BEGIN, Status.Code.OK, TimeUnit.MILLISECONDS.toNanos(3));
    metrics.callDone(BEGIN, Status.Code.UNAVAILABLE, TimeUnit.MILLISECONDS.toNanos(3));
    metrics.callDone(BEGIN, Status.Code.UNAVAILABLE, TimeUnit.MILLISECONDS.toNanos(3));
    metrics.callDone("other.Service/Call", Status.Code.OK, 1);

    assertThat(scraped())
        .contains(
            "onceward_grpc_seconds_count{code=\"OK\",method=\"" + BEGIN + "\"} 1",
            "onceward_grpc_seconds_count{code=\"UNAVAILABLE\",method=\"" + BEGIN + "\"} 2",
            "onceward_grpc_seconds_bucket{code=\"OK\",method=\"" + BEGIN + "\",le=\"0.002\"} 0",
            "onceward_grpc_seconds_bucket{code=\"OK\",method=\"" + BEGIN + "\",le=\"0.005\"} 1",
            "onceward_grpc_seconds_count{code=\"OK\",method=\"other.Service/Call\"} 1");
  }

  @Test
  void jvm_isMeasured() {
    assertThat(registry.scrape())
        .contains("jvm_memory_used_bytes", "jvm_threads_live_threads", "jvm_gc_");
  }
}
