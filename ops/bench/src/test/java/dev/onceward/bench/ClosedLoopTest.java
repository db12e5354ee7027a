package dev.onceward.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.v1.Decision;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ClosedLoopTest {
  private static final Duration SHORT = Duration.ofMillis(100);

  private final Requests requests = new Requests("test");
  private Server server = server();
  private ManagedChannel channel = channel();

  private Server server() {
    return InProcessServerBuilder.forName("loop").addService(new NullService()).build();
  }

  private ManagedChannel channel() {
    return InProcessChannelBuilder.forName("loop").build();
  }

  @BeforeEach
  void start() throws IOException {
    server.start();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  private static Window run(int inFlight, Duration measured, IntFunction<RoundTrip> trips)
      throws InterruptedException {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return new ClosedLoop(inFlight, trips)
        .run(SHORT, measured, new Progress(nowhere, false, "test", 1));
  }

  @Test
  void run_grantingServer_measuresWithoutErrors() throws InterruptedException {
    Window window =
        run(
            8,
            Duration.ofSeconds(1),
            slot -> Trips.begin(channel, requests::newBegin, Decision.DECISION_EXECUTE));

    assertThat(window.errors()).isZero();
    assertThat(window.tripsPerSecond()).isGreaterThan(10);
    assertThat(window.micros(50)).isPositive().isLessThanOrEqualTo(window.micros(99.9));
    assertThat(window.took()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(20));
  }

  @Test
  void run_otherDecisionThanExpected_countsErrorsAndShowsThree() throws InterruptedException {
    Window window =
        run(2, SHORT, slot -> Trips.begin(channel, requests::newBegin, Decision.DECISION_REPLAY));

    assertThat(window.latencies().getTotalCount()).isZero();
    assertThat(window.errors()).isPositive();
    assertThat(window.messages())
        .hasSize(3)
        .containsOnly("Begin was answered DECISION_EXECUTE, not DECISION_REPLAY");
  }

  @Test
  void run_unservedMethod_endsBeforeItsTime() throws InterruptedException {
    Window window = run(2, Duration.ofMinutes(10), slot -> Trips.batch(channel, requests));

    assertThat(window.errors()).isBetween(1_000L, 1_002L);
    assertThat(window.messages()).allMatch(message -> message.startsWith("Batch: UNIMPLEMENTED"));
  }

  @Test
  void run_tripsThatEndAtOnce_doNotRecurse() throws InterruptedException {
    AtomicInteger done = new AtomicInteger();
    int deeperThanAnyStack = 1_000_000;

    // The caller's thread is kept until the trips fail, which is what ends this loop.
    Window window =
        run(
            1,
            SHORT,
            slot ->
                place -> {
                  if (done.incrementAndGet() < deeperThanAnyStack) {
                    place.arrived();
                  } else {
                    place.failed("enough");
                  }
                });

    assertThat(done.get()).isGreaterThan(deeperThanAnyStack);
    assertThat(window.errors()).isEqualTo(1_000);
  }
}
