package dev.onceward.server.http;

import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.StoreObserver;
import dev.onceward.server.lane.LaneObserver;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Reason;
import dev.onceward.server.rpc.RpcObserver;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the server counts and times: the one listener of calls, lanes and store. Thread-safe and
 * fast: every meter is at hand, none is looked up by its tags.
 *
 * <p>All decisions and reasons stand at 0 from the start, so that a rate over them is right from
 * the first one on and an alert sees the difference between none and unknown.
 */
public final class Metrics implements RpcObserver, LaneObserver, StoreObserver, AutoCloseable {
  private static final double[] BATCH_SIZES = {1, 2, 4, 8, 16, 32, 64, 128, 256};
  private static final Duration[] COMMIT_TIMES = {
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5)
  };

  private final Map<Decision, Counter> decisions = new EnumMap<>(Decision.class);
  private final Map<Reason, Counter> rejections = new EnumMap<>(Reason.class);
  private final Map<StoreException.Kind, Counter> failures =
      new EnumMap<>(StoreException.Kind.class);
  private final DistributionSummary batchSize;
  private final Counter settledAnswers;
  private final Timer commits;
  private final GrpcTimers calls;
  private final JvmGcMetrics gc = new JvmGcMetrics();

  /**
   * Meters in {@code registry}.
   *
   * @param services whose unary methods are shown from the start
   */
  public Metrics(MeterRegistry registry, List<ServiceDescriptor> services) {
    for (Decision decision : Decision.values()) {
      decisions.put(decision, decisionCounter(decision, registry));
    }
    for (Reason reason : Reason.values()) {
      rejections.put(reason, rejectionCounter(reason, registry));
    }
    for (StoreException.Kind kind : StoreException.Kind.values()) {
      failures.put(kind, failureCounter(kind, registry));
    }
    batchSize =
        DistributionSummary.builder("onceward.lane.batch.size")
            .description("Commands decided together in one transaction")
            .serviceLevelObjectives(BATCH_SIZES)
            .register(registry);
    settledAnswers =
        Counter.builder("onceward.settled.answers")
            .description("Begins and Gets of finished keys answered from memory")
            .register(registry);
    commits =
        Timer.builder("onceward.store.commit")
            .description("Time from a transaction attempt's begin to its durable commit")
            .serviceLevelObjectives(COMMIT_TIMES)
            .register(registry);
    calls = new GrpcTimers(registry);
    for (ServiceDescriptor service : services) {
      for (MethodDescriptor<?, ?> method : service.getMethods()) {
        calls.announce(method.getFullMethodName());
      }
    }
    bindJvm(registry);
  }

  private void bindJvm(MeterRegistry registry) {
    new ClassLoaderMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    gc.bindTo(registry);
  }

  private static Counter decisionCounter(Decision decision, MeterRegistry registry) {
    return Counter.builder("onceward.decisions")
        .description("Begins answered, by what the caller does next")
        .tag("decision", decision.name())
        .register(registry);
  }

  private static Counter rejectionCounter(Reason reason, MeterRegistry registry) {
    return Counter.builder("onceward.rejections")
        .description("Calls and Batch items refused, by the reason told to the caller")
        .tag("reason", reason.name())
        .register(registry);
  }

  /** Conflicts have a meter of their own: they are how concurrency works, and no failure. */
  private static Counter failureCounter(StoreException.Kind kind, MeterRegistry registry) {
    if (kind == StoreException.Kind.CONFLICT) {
      return Counter.builder("onceward.store.conflicts")
          .description("Transaction attempts that lost against another")
          .register(registry);
    }
    return Counter.builder("onceward.store.failures")
        .description("Transaction attempts that failed, by what is known of their writes")
        .tag("kind", kind.name())
        .register(registry);
  }

  @Override
  public void decided(Decision decision) {
    increment(decisions, decision);
  }

  @Override
  public void refused(Reason reason) {
    increment(rejections, reason);
  }

  @Override
  public void callDone(String method, Status.Code code, long nanos) {
    calls.record(method, code, nanos);
  }

  @Override
  public void batchDone(int commands) {
    batchSize.record(commands);
  }

  @Override
  public void answeredFromMemory() {
    settledAnswers.increment();
  }

  @Override
  public void committed(Duration took) {
    commits.record(took);
  }

  @Override
  public void failed(StoreException.Kind kind) {
    increment(failures, kind);
  }

  private static <E extends Enum<E>> void increment(Map<E, Counter> counters, E which) {
    Counter counter = counters.get(which);
    if (counter == null) {
      throw new IllegalStateException("no counter for " + which);
    }
    counter.increment();
  }

  /** Stops listening to the garbage collector; the meters stay in the registry. */
  @Override
  public void close() {
    gc.close();
  }
}
