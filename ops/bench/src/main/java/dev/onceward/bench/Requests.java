package dev.onceward.bench;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import dev.onceward.v1.BatchItem;
import dev.onceward.v1.BatchRequest;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.Result;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The messages of one run. Their keys are new to any server: a prefix that only this run has, and a
 * number. Thread-safe.
 */
final class Requests {
  static final int BATCH_ITEMS = 64;
  private static final int PAYLOAD_BYTES = 64;
  // Longer than any run, so that no lease ends and nothing but the scenario changes a record.
  private static final Duration LEASE = Duration.newBuilder().setSeconds(15 * 60).build();

  private final String prefix;
  private final AtomicLong keys = new AtomicLong();
  private final BeginRequest template;
  private final Result result;

  /**
   * The messages of a run.
   *
   * @param run a few characters that no other run has
   */
  Requests(String run) {
    prefix = "bench-" + run + "-";
    template =
        BeginRequest.newBuilder()
            .setTenant("bench")
            .setOperation("bench.begin")
            .setRequestDigest(ByteString.copyFrom(new byte[32]))
            .setOwner("bench/" + run)
            .setLease(LEASE)
            .build();
    result =
        Result.newBuilder()
            .setPayload(ByteString.copyFrom(new byte[PAYLOAD_BYTES]))
            .setContentType("application/octet-stream")
            .build();
  }

  /** A Begin of a key that nobody has used. */
  BeginRequest newBegin() {
    String key = prefix + keys.incrementAndGet();
    return template.toBuilder().setKey(key).setAttemptId("attempt-0-" + key).build();
  }

  /** A Get of one of the keys that were made so far, each as likely as the other. */
  GetRequest anyGet() {
    long number = 1 + ThreadLocalRandom.current().nextLong(keys.get());
    return GetRequest.newBuilder().setTenant(template.getTenant()).setKey(prefix + number).build();
  }

  /** A Begin of the same key by somebody else. */
  static BeginRequest strangerOf(BeginRequest first) {
    return first.toBuilder().setAttemptId("stranger-" + first.getKey()).build();
  }

  CompleteRequest complete(BeginRequest begun, BeginResponse answer) {
    return CompleteRequest.newBuilder()
        .setTenant(begun.getTenant())
        .setKey(begun.getKey())
        .setVersion(answer.getRecord().getVersion())
        .setAttemptId(begun.getAttemptId())
        .setResult(result)
        .build();
  }

  /** A Batch of Begins of new keys. */
  BatchRequest newBatch() {
    BatchRequest.Builder batch = BatchRequest.newBuilder();
    for (int i = 0; i < BATCH_ITEMS; i++) {
      batch.addItems(BatchItem.newBuilder().setBegin(newBegin()));
    }
    return batch.build();
  }
}
