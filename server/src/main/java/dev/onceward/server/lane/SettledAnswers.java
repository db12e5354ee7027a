package dev.onceward.server.lane;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Evidence;
import dev.onceward.server.record.Hold;
import dev.onceward.server.record.Keeping;
import dev.onceward.server.record.Outcome;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Terms;
import dev.onceward.server.record.Transitions;
import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The finished records that were asked for a moment ago, so that those who ask again need no store.
 * Thread-safe.
 *
 * <p>Memory may answer where the truth no longer changes, and nowhere else. A record in SUCCEEDED
 * or FAILED_FINAL keeps its intent and its end for good, so whoever is told REPLAY or a mismatch is
 * told what the store would say. What can still happen to such a record is that it is kept longer,
 * or that parts of it are dropped; if another server does that, it is seen here up to {@link
 * #MEMORY} later. Changes by this server's own lanes are seen at once.
 *
 * <p>A record's age counts from before the store was read, on the monotonic clock. A server that
 * was paused between reading and remembering has nothing new to remember, and no wall clock has a
 * say. The record is decided upon as if it had just been read, by the same function and under the
 * terms of the tenant that were read with it; an answer that would be a change is left to the
 * lanes.
 */
final class SettledAnswers {
  /**
   * The longest that a server may answer from memory. Whoever promises that something is gone, from
   * every server, waits as long before he says so.
   */
  static final Duration MEMORY = Duration.ofSeconds(1);

  /** The objects of a record and the cache's own. */
  private static final int BYTES_OF_ANY_RECORD = 1_024;

  /** Operators' and callers' words in it are few, and far shorter than they may be. */
  private static final int BYTES_OF_ANY_EVENT = 200;

  private final Clocks clocks;
  private final Cache<RecordKey, Settled> cache;

  /** A record as it was read. */
  private record Settled(Record record, Terms terms, long readSinceNanos) {}

  /** Lets each record go when it is {@link #MEMORY} old, however late it was put in. */
  private static final class Ages implements Expiry<RecordKey, Settled> {
    @Override
    public long expireAfterCreate(RecordKey key, Settled settled, long nowNanos) {
      return Math.max(0, MEMORY.toNanos() - (nowNanos - settled.readSinceNanos()));
    }

    @Override
    public long expireAfterUpdate(
        RecordKey key, Settled settled, long nowNanos, long remainingNanos) {
      return expireAfterCreate(key, settled, nowNanos);
    }

    @Override
    public long expireAfterRead(
        RecordKey key, Settled settled, long nowNanos, long remainingNanos) {
      return remainingNanos;
    }
  }

  /** An empty memory of so many bytes at most. */
  SettledAnswers(Clocks clocks, long bytesMax) {
    this.clocks = clocks;
    this.cache =
        Caffeine.newBuilder()
            .maximumWeight(bytesMax)
            .weigher((RecordKey key, Settled settled) -> bytesOf(settled.record()))
            .expireAfter(new Ages())
            .ticker(clocks.nanoTime()::getAsLong)
            .executor(Runnable::run) // its upkeep is short, and done by whoever comes by
            .build();
  }

  /** The answer to a Begin or Get of a remembered record; null if the lanes have to be asked. */
  @Nullable Answer answer(Command command) {
    return switch (command.kind()) {
      case BEGIN, GET -> remembered(command);
      case RETAIN, HOLD, RELEASE, REDACT -> {
        // They change a finished record: those that are made after it come after it.
        forget(command.key());
        yield null;
      }
      case COMPLETE, FAIL, RENEW, RESOLVE, FORCE_EXPIRE -> null;
    };
  }

  private @Nullable Answer remembered(Command command) {
    Settled settled = cache.getIfPresent(command.key());
    if (settled == null) {
      return null;
    }
    Terms terms = settled.terms().at(clocks.wall().instant());
    Outcome outcome = Transitions.decide(Evidence.of(settled.record()), command, terms);
    return outcome.writes() ? null : outcome.answer();
  }

  /**
   * Remembers a record that a Begin was just answered with, if nothing of it can change any more
   * and nothing of it is missing.
   *
   * @param terms what it was decided under
   * @param readSinceNanos a moment before it was read
   */
  void remember(Record record, Terms terms, long readSinceNanos) {
    Payload payload = record.payload();
    boolean whole = payload == null || !payload.isElsewhere();
    long age = clocks.nanoTime().getAsLong() - readSinceNanos;
    if (record.state().isFinal() && whole && age < MEMORY.toNanos()) {
      cache.put(record.key(), new Settled(record, terms, readSinceNanos));
    }
  }

  /** Forgets a record that has changed, or is about to. */
  void forget(RecordKey key) {
    cache.invalidate(key);
  }

  /** About how many bytes of memory a record takes. */
  private static int bytesOf(Record record) {
    Payload payload = record.payload();
    return BYTES_OF_ANY_RECORD
        + record.key().tenant().length()
        + record.key().key().length()
        + record.intent().operation().length()
        + lengthOf(record.intent().labels().keySet())
        + lengthOf(record.intent().labels().values())
        + lengthOf(record.references())
        + lengthOf(record.spentAttemptIds())
        + record.claim().owner().length()
        + (record.failure() == null ? 0 : record.failure().message().length())
        + bytesOf(record.keeping())
        + BYTES_OF_ANY_EVENT * record.events().size()
        + (payload == null || payload.bytes() == null ? 0 : payload.bytes().size());
  }

  private static int bytesOf(Keeping keeping) {
    int bytes = keeping.retention() == null ? 0 : keeping.retention().reason().length();
    for (Hold hold : keeping.holds()) {
      bytes += hold.name().length() + hold.who().length() + hold.reason().length();
    }
    return bytes;
  }

  private static int lengthOf(Collection<String> texts) {
    int length = 0;
    for (String text : texts) {
      length += text.length();
    }
    return length;
  }
}
