package dev.onceward.bench;

import dev.onceward.v1.BatchResult;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.IdempotencyServiceGrpc.IdempotencyServiceBlockingStub;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A number of new records, brought in by Batches. Used once. */
final class BulkLoad {
  static final int CALLERS = 8;
  private static final long CALL_SECONDS = 60;
  private static final long TICK_MILLIS = 500;

  private final Connections connections;
  private final Requests requests;
  private final long records;
  private final AtomicLong asked = new AtomicLong();
  private final AtomicLong stored = new AtomicLong();

  BulkLoad(Connections connections, Requests requests, long records) {
    this.connections = connections;
    this.requests = requests;
    this.records = records;
  }

  /**
   * Blocks until all are stored; how long that took.
   *
   * @throws IOException if a Begin was refused, or the limit has passed
   */
  Duration run(Duration limit, Progress progress) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      List<Future<@Nullable Void>> all = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        int caller = i;
        all.add(callers.submit(() -> call(caller)));
      }
      for (Future<@Nullable Void> caller : all) {
        await(caller, begin, limit, progress);
      }
    } finally {
      callers.shutdownNow();
    }
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  private @Nullable Void call(int caller) throws IOException {
    IdempotencyServiceBlockingStub stub =
        IdempotencyServiceGrpc.newBlockingStub(connections.of(caller));
    while (asked.getAndAdd(Requests.BATCH_ITEMS) < records) {
      for (BatchResult result :
          stub.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS)
              .batch(requests.newBatch())
              .getResultsList()) {
        if (result.hasError()) {
          throw new IOException("a Begin was refused: " + result.getError().getMessage());
        }
      }
      stored.addAndGet(Requests.BATCH_ITEMS);
    }
    return null;
  }

  private void await(Future<@Nullable Void> caller, long begin, Duration limit, Progress progress)
      throws IOException, InterruptedException {
    while (true) {
      try {
        caller.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (seconds > limit.toSeconds()) {
          throw new IOException("not loaded within " + limit.toMinutes() + " minutes", e);
        }
        double perSecond = stored.get() / seconds;
        double left = perSecond > 0 ? (records - stored.get()) / perSecond : limit.toSeconds();
        progress.show(Duration.ofSeconds((long) Math.max(0, left)), perSecond);
      } catch (ExecutionException e) {
        throw new IOException("loading failed", e.getCause());
      }
    }
  }
}
