package dev.onceward.cli;

import com.google.protobuf.ByteString;
import dev.onceward.client.OperatorClient;
import dev.onceward.v1.AuditRequest;
import dev.onceward.v1.AuditResponse;
import dev.onceward.v1.Difference;
import java.util.List;
import java.util.function.Consumer;

/** One pass over a store's buckets, step by step. Not thread-safe. */
final class Audit {
  private final OperatorClient client;
  private final ProgressBar bar;
  private final Consumer<Difference> found;
  private int bucket;
  private int bucketCount;
  private long records;
  private long rows;
  private long differences;
  private long repaired;

  /**
   * @param found is told each difference, with the bar out of the way
   */
  Audit(OperatorClient client, ProgressBar bar, Consumer<Difference> found) {
    this.client = client;
    this.bar = bar;
    this.found = found;
  }

  /**
   * Goes from one bucket to the last. If a call fails, {@link #bucket} is where to go on.
   *
   * @param repair whether to set right what is wrong
   */
  void run(int fromBucket, boolean repair) {
    bucket = fromBucket;
    try {
      do {
        auditBucket(repair);
        bucket++;
        draw();
      } while (bucket < bucketCount);
    } finally {
      bar.erase();
    }
  }

  private void auditBucket(boolean repair) {
    ByteString token = ByteString.EMPTY;
    do {
      AuditResponse step =
          client.audit(
              AuditRequest.newBuilder()
                  .setBucket(bucket)
                  .setPageToken(token)
                  .setRepair(repair)
                  .build());
      note(step);
      token = step.getNextPageToken();
      if (!token.isEmpty()) {
        draw();
      }
    } while (!token.isEmpty());
  }

  private void note(AuditResponse step) {
    bucketCount = step.getBucketCount();
    records += step.getRecords();
    rows += step.getRows();
    repaired += step.getRepaired();
    List<Difference> wrong = step.getDifferencesList();
    differences += wrong.size();
    if (!wrong.isEmpty()) {
      bar.erase();
      wrong.forEach(found);
    }
  }

  private void draw() {
    String text = bucket + " of " + bucketCount + " buckets, " + records + " records, " + told();
    bar.draw(bucket, bucketCount, text);
  }

  /** The number of differences in words. */
  String told() {
    return switch ((int) Math.min(differences, 2)) {
      case 0 -> "no differences";
      case 1 -> "1 difference";
      default -> differences + " differences";
    };
  }

  int bucket() {
    return bucket;
  }

  long records() {
    return records;
  }

  long rows() {
    return rows;
  }

  long differences() {
    return differences;
  }

  long repaired() {
    return repaired;
  }
}
