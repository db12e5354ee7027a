package dev.onceward.server.proof;

import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.Decision;
import dev.onceward.v1.Record;
import dev.onceward.v1.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The judge of every answer: what callers have been told so far, and what may therefore be told
 * from now on. It knows the contract and nothing of how it is kept; a call whose outcome its caller
 * does not know binds nobody, but may explain what comes after.
 */
final class Auditor {
  /** Clocks that are trusted differ by less from the true time. */
  static final Duration CLOCK_ERROR = Duration.ofSeconds(1);

  private final World world;
  private final Effects effects;
  private final Map<String, KeyLog> keys = new HashMap<>();
  private long judged;

  /** What is known of one claim. */
  private static final class ClaimLog {
    final String attemptId;
    final int attempt;

    /** Until when it lasts for certain: somebody was told. */
    Instant leaseEnd;

    /** Whether its holder, or whoever settled its doubt, has tried to end it. */
    boolean endSent;

    ClaimLog(String attemptId, int attempt, Instant leaseEnd) {
      this.attemptId = attemptId;
      this.attempt = attempt;
      this.leaseEnd = leaseEnd;
    }

    void lasts(Instant until) {
      leaseEnd = until.isAfter(leaseEnd) ? until : leaseEnd;
    }
  }

  /** What is known of one key. */
  private static final class KeyLog {
    final NavigableMap<Long, ClaimLog> claims = new TreeMap<>();
    long highestVersion;
    @Nullable String result;
    @Nullable String failure;
    final List<String> resultsSent = new ArrayList<>();
    boolean finalFailureSent;
  }

  /** What a caller knew when it sent a call: an answer must not be older than that. */
  record Before(long version, boolean finished) {}

  Auditor(World world, Effects effects) {
    this.world = world;
    this.effects = effects;
  }

  long judged() {
    return judged;
  }

  private KeyLog log(String key) {
    return keys.computeIfAbsent(key, k -> new KeyLog());
  }

  /** Takes down what is known as a call is sent. */
  Before sending(String key) {
    KeyLog log = log(key);
    return new Before(log.highestVersion, log.result != null || log.failure != null);
  }

  /** A caller is about to report the result of a claim. */
  void sendingComplete(String key, long version, String result) {
    log(key).resultsSent.add(result);
    ended(key, version);
  }

  /** A caller is about to report that a claim's attempt failed. */
  void sendingFail(String key, long version, boolean isFinal) {
    log(key).finalFailureSent |= isFinal;
    ended(key, version);
  }

  private void ended(String key, long version) {
    ClaimLog claim = log(key).claims.get(version);
    if (claim != null) {
      claim.endSent = true;
    }
  }

  /** Judges the answer to a Begin. */
  void begun(String attemptId, Before before, BeginResponse answer) {
    judged++;
    Record record = answer.getRecord();
    KeyLog log = log(record.getKey());
    neverBack(before, record);
    if (before.finished && answer.getDecision() != Decision.DECISION_REPLAY) {
      throw new Broken(
          "a finished key is replayed", record.getKey() + " was answered " + answer.getDecision());
    }
    switch (answer.getDecision()) {
      case DECISION_EXECUTE -> granted(attemptId, log, record);
      case DECISION_REPLAY -> finished(log, record);
      case DECISION_IN_PROGRESS -> expect(record, State.STATE_PROCESSING);
      case DECISION_RETRY_LATER -> expect(record, State.STATE_FAILED_RETRYABLE);
      case DECISION_IN_DOUBT -> expect(record, State.STATE_IN_DOUBT);
      default -> throw new Broken("a decision is one of five", answer.getDecision().name());
    }
  }

  /** Judges a record that was told by any other call. */
  void told(Before before, Record record) {
    judged++;
    neverBack(before, record);
    KeyLog log = log(record.getKey());
    ClaimLog claim = log.claims.get(record.getVersion());
    if (claim != null && record.getState() == State.STATE_PROCESSING) {
      claim.lasts(leaseEnd(record));
    }
    if (record.getState() == State.STATE_SUCCEEDED
        || record.getState() == State.STATE_FAILED_FINAL) {
      finished(log, record);
    } else if (before.finished) {
      throw new Broken("a finished key stays finished", record.getKey() + " " + record.getState());
    }
  }

  private static void expect(Record record, State state) {
    if (record.getState() != state) {
      throw new Broken("decision and state agree", record.getKey() + " is " + record.getState());
    }
  }

  private void neverBack(Before before, Record record) {
    if (record.getVersion() < before.version) {
      throw new Broken(
          "versions only rise",
          "%s: %d was known, then %d was told"
              .formatted(record.getKey(), before.version, record.getVersion()));
    }
    KeyLog log = log(record.getKey());
    log.highestVersion = Math.max(log.highestVersion, record.getVersion());
  }

  private void granted(String attemptId, KeyLog log, Record record) {
    expect(record, State.STATE_PROCESSING);
    ClaimLog known = log.claims.get(record.getVersion());
    if (known == null) {
      successorOnly(log, record);
      log.claims.put(
          record.getVersion(), new ClaimLog(attemptId, record.getAttempt(), leaseEnd(record)));
    } else if (!known.attemptId.equals(attemptId) || known.attempt != record.getAttempt()) {
      throw new Broken(
          "a version has one holder", record.getKey() + " version " + record.getVersion());
    } else {
      known.lasts(leaseEnd(record));
    }
  }

  private static Instant leaseEnd(Record record) {
    return Instant.ofEpochSecond(
        record.getLeaseExpiresAt().getSeconds(), record.getLeaseExpiresAt().getNanos());
  }

  /** A claim over another one needs a reason: it was ended, or its lease was over. */
  private void successorOnly(KeyLog log, Record record) {
    Map.Entry<Long, ClaimLog> previous = log.claims.lowerEntry(record.getVersion());
    if (previous == null || previous.getValue().endSent) {
      return;
    }
    Instant earliest = previous.getValue().leaseEnd.minus(CLOCK_ERROR);
    if (world.trueTime().isBefore(earliest)) {
      throw new Broken(
          "one live claim at a time",
          "%s: version %d was granted %s before the end of version %d"
              .formatted(
                  record.getKey(),
                  record.getVersion(),
                  Duration.between(world.trueTime(), earliest),
                  previous.getKey()));
    }
  }

  private void finished(KeyLog log, Record record) {
    if (record.getState() == State.STATE_SUCCEEDED) {
      String result = record.getResult().getPayload().toStringUtf8();
      Effects.Effect effect = effects.of(record.getKey());
      if (!log.resultsSent.contains(result)) {
        throw new Broken("a result was reported by somebody", record.getKey() + ": " + result);
      }
      if (effect == null || !effect.result().equals(result)) {
        throw new Broken("a result is that of the effect", record.getKey() + ": " + result);
      }
      if (log.failure != null || (log.result != null && !log.result.equals(result))) {
        throw new Broken("the end never changes", record.getKey() + ": " + result);
      }
      log.result = result;
    } else {
      expect(record, State.STATE_FAILED_FINAL);
      String failure = record.getFailure().getCode();
      if (!log.finalFailureSent) {
        throw new Broken("a failure was reported by somebody", record.getKey() + ": " + failure);
      }
      if (log.result != null || (log.failure != null && !log.failure.equals(failure))) {
        throw new Broken("the end never changes", record.getKey() + ": " + failure);
      }
      log.failure = failure;
    }
  }

  /** How many keys are known to have ended. */
  long finishedKeys() {
    return keys.values().stream().filter(log -> log.result != null || log.failure != null).count();
  }
}
