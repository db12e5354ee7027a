package dev.onceward.server.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;

/**
 * What the archive keeps of a finished record: enough to say that the key was handled, how it
 * ended, and under which document numbers. Neither the key nor the request can be read from it.
 *
 * @param state the final one
 * @param version of the last claim
 * @param revision as operators compare it
 * @param finishedOn the day on which it finished, its first moment in UTC
 * @param result {@value #RESULT_BYTES} bytes of the digest of its result's or failure's payload
 * @param intent of what the key stood for
 * @param references business numbers to find it by
 * @param keeping what keeps it from being removed
 */
public record Archived(
    State state,
    long version,
    long revision,
    Instant finishedOn,
    Bytes result,
    Intention intent,
    List<String> references,
    Keeping keeping) {
  /** How much of the result's digest is kept. */
  public static final int RESULT_BYTES = 16;

  /** Most references, those of former lives included: of more than these, the latest are kept. */
  public static final int REFERENCES_MAX = 4 * Record.REFERENCES_MAX;

  /**
   * A fingerprint of what a key stood for.
   *
   * @param operation 32 bits of the operation's digest
   * @param request 64 bits of the request digest's digest
   */
  public record Intention(int operation, long request) {
    static Intention of(String operation, Bytes requestDigest) {
      return new Intention(print(operation), print(requestDigest));
    }

    boolean isOf(String operation) {
      return this.operation == print(operation);
    }

    boolean isOf(Bytes requestDigest) {
      return request == print(requestDigest);
    }

    private static int print(String operation) {
      Bytes text = Bytes.wrap(operation.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(Payload.sha256(text).array()).getInt();
    }

    private static long print(Bytes requestDigest) {
      return ByteBuffer.wrap(Payload.sha256(requestDigest).array()).getLong();
    }
  }

  /** Copies the references; refuses what no finished record leaves. */
  public Archived {
    references = List.copyOf(references);
    if (!state.isFinal() || version < 1 || revision < 1) {
      throw new IllegalArgumentException(
          "archived in " + state + ", version " + version + ", revision " + revision);
    }
  }

  /** What is left of a final record. Whatever kept it has lapsed by then. */
  static Archived of(Record record) {
    Payload payload = record.payload();
    byte[] digest = payload == null ? new byte[0] : payload.digest().array();
    return new Archived(
        record.state(),
        record.claim().version(),
        record.revision(),
        record.stateSince().truncatedTo(ChronoUnit.DAYS),
        Bytes.wrap(Arrays.copyOf(digest, Math.min(digest.length, RESULT_BYTES))),
        Intention.of(record.intent().operation(), record.intent().requestDigest()),
        record.references(),
        Keeping.NONE);
  }

  /** From when its window counts: the end of the day, so that nothing ends early. */
  Instant countsFrom() {
    return finishedOn.plus(Duration.ofDays(1));
  }

  /** The same with the document numbers of the key's former life, and whatever kept that. */
  Archived after(Archived former) {
    List<String> all = RecordDraft.union(references, former.references);
    return new Archived(
        state,
        version,
        revision,
        finishedOn,
        result,
        intent,
        all.subList(0, Math.min(all.size(), REFERENCES_MAX)),
        former.keeping);
  }

  Archived with(Keeping other) {
    return new Archived(
        state, version, revision + 1, finishedOn, result, intent, references, other);
  }
}
