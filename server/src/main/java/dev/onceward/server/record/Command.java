package dev.onceward.server.record;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks of one key. Its fields have been checked against their limits; what it asks
 * for may still be refused. Absent optional fields are null.
 */
public sealed interface Command {
  /** Which key. */
  RecordKey key();

  /** Which call. */
  Kind kind();

  /** The calls. */
  enum Kind {
    /** Claim. */
    BEGIN,
    /** Report success. */
    COMPLETE,
    /** Report failure. */
    FAIL,
    /** Ask for time. */
    RENEW,
    /** Read. */
    GET,
    /** Keep longer. */
    RETAIN,
    /** Keep as it is, by an operator. */
    HOLD,
    /** Take a hold back. */
    RELEASE,
    /** Settle a doubt. */
    RESOLVE,
    /** End a claim. */
    FORCE_EXPIRE,
    /** Remove payload and labels. */
    REDACT
  }

  /** A command of an operator. */
  sealed interface OfOperator extends Command {
    /** On whose word. */
    Mandate mandate();
  }

  /** A command of an attempt about its own claim. */
  sealed interface OfClaim extends Command {
    /** The claim that the caller believes to hold. */
    ClaimRef claim();

    /** Business numbers to add. */
    List<String> references();

    @Override
    default RecordKey key() {
      return claim().key();
    }
  }

  /**
   * A claim as its holder names it.
   *
   * @param key whose
   * @param version its fencing token
   * @param attemptId its nonce; may be null, which only settles a doubt
   */
  record ClaimRef(RecordKey key, long version, @Nullable String attemptId) {}

  /**
   * Asks to run an attempt.
   *
   * @param digests the request's digest and its alternates; the first one is stored
   * @param lease how long, null for the policy's
   * @param expectedVersion claim a failed key only at this version
   * @param onLeaseExpiry null for the policy's
   */
  record Begin(
      RecordKey key,
      String operation,
      List<Bytes> digests,
      String attemptId,
      String owner,
      @Nullable Duration lease,
      @Nullable Long expectedVersion,
      @Nullable LeaseExpiry onLeaseExpiry,
      Map<String, String> labels)
      implements Command {
    /** Copies what could change; refuses a request without a digest. */
    public Begin {
      digests = List.copyOf(digests);
      labels = Map.copyOf(labels);
      if (digests.isEmpty()) {
        throw new IllegalArgumentException("a Begin needs a digest");
      }
    }

    @Override
    public Kind kind() {
      return Kind.BEGIN;
    }
  }

  /** Reports success. */
  record Complete(ClaimRef claim, Payload result, List<String> references) implements OfClaim {
    /** Copies the references. */
    public Complete {
      references = List.copyOf(references);
    }

    @Override
    public Kind kind() {
      return Kind.COMPLETE;
    }
  }

  /**
   * Reports failure.
   *
   * @param failure without {@code retryNotBefore}
   * @param retryAfter the least pause before the next claim, zero if none
   */
  record Fail(ClaimRef claim, Failure failure, Duration retryAfter) implements OfClaim {
    /** Refuses what only the server sets. */
    public Fail {
      if (failure.retryNotBefore() != null || retryAfter.isNegative()) {
        throw new IllegalArgumentException("retryAfter " + retryAfter + " of " + failure.kind());
      }
    }

    @Override
    public Kind kind() {
      return Kind.FAIL;
    }

    @Override
    public List<String> references() {
      return List.of();
    }
  }

  /**
   * Asks for time.
   *
   * @param lease from now, null for the policy's
   * @param onLeaseExpiry HOLD to switch the claim to HOLD
   */
  record Renew(
      ClaimRef claim,
      @Nullable Duration lease,
      @Nullable LeaseExpiry onLeaseExpiry,
      List<String> references)
      implements OfClaim {
    /** Copies the references. */
    public Renew {
      references = List.copyOf(references);
    }

    @Override
    public Kind kind() {
      return Kind.RENEW;
    }
  }

  /**
   * Reads.
   *
   * @param operation checked where not null
   * @param digest checked where not null
   */
  record Get(RecordKey key, @Nullable String operation, @Nullable Bytes digest) implements Command {
    @Override
    public Kind kind() {
      return Kind.GET;
    }
  }

  /** Asks to keep the record until then at least. */
  record Retain(RecordKey key, Instant until, String reason) implements Command {
    @Override
    public Kind kind() {
      return Kind.RETAIN;
    }
  }

  /**
   * Orders that the record be kept as it is.
   *
   * @param name which hold
   * @param until when it ends by itself; null for when it is released
   */
  record Hold(RecordKey key, Mandate mandate, String name, @Nullable Instant until)
      implements OfOperator {
    @Override
    public Kind kind() {
      return Kind.HOLD;
    }
  }

  /** Takes a hold back. */
  record Release(RecordKey key, Mandate mandate, String name) implements OfOperator {
    @Override
    public Kind kind() {
      return Kind.RELEASE;
    }
  }

  /** Settles a doubt. */
  record Resolve(RecordKey key, Mandate mandate, Resolution resolution) implements OfOperator {
    @Override
    public Kind kind() {
      return Kind.RESOLVE;
    }
  }

  /** Ends a claim as if its lease had ended. */
  record ForceExpire(RecordKey key, Mandate mandate) implements OfOperator {
    @Override
    public Kind kind() {
      return Kind.FORCE_EXPIRE;
    }
  }

  /** Removes payload and labels for good. */
  record Redact(RecordKey key, Mandate mandate) implements OfOperator {
    @Override
    public Kind kind() {
      return Kind.REDACT;
    }
  }
}
