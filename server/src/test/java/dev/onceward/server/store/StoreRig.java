package dev.onceward.server.store;

import dev.onceward.server.kv.Transaction;
import dev.onceward.server.kv.TransactionBody;
import dev.onceward.server.kv.sim.SimStore;
import dev.onceward.server.record.AfterArchive;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Freeze;
import dev.onceward.server.record.Mandate;
import dev.onceward.server.record.Policy;
import dev.onceward.server.record.Promises;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Sources;
import dev.onceward.server.record.Tenancy;
import dev.onceward.server.record.Windows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A store in memory and all that works on it, on one clock that the test moves. */
final class StoreRig {
  static final String ROOT = "onceward";
  static final String TENANT = "tickets";
  static final Duration SKEW = Duration.ofSeconds(3);
  static final Instant START = Instant.parse("2026-05-04T20:14:00Z");
  static final Mandate OPERATOR = new Mandate("pat", "an inquiry", null);

  /** Windows that a test can count in days. */
  static final Windows WINDOWS = windows(1, 7, 30, 60);

  final SimStore store = new SimStore(Runnable::run);
  final Layout layout;
  final Judge judge = new Judge(SKEW, "s-1", () -> true);
  final RecordStore records;
  final Upkeep upkeep;
  final TenancyStore tenancies;
  Instant now = START;
  private long lastId;

  StoreRig() {
    this(4);
  }

  StoreRig(int buckets) {
    layout = new Layout(ROOT, buckets);
    records = new RecordStore(layout, judge);
    upkeep = new Upkeep(layout, judge);
    tenancies = new TenancyStore(layout);
  }

  static Windows windows(long retryDays, long replayDays, long disputeDays, long archiveDays) {
    return new Windows(
        Duration.ofDays(retryDays),
        Duration.ofDays(replayDays),
        Duration.ofDays(disputeDays),
        Duration.ofDays(archiveDays));
  }

  static Policy policy(Windows windows, AfterArchive afterArchive) {
    return new Policy(
        Policy.Claims.DEFAULT, new Promises(windows, List.of()), Sources.NONE, afterArchive);
  }

  /** A day that is told from the first one on. */
  void setDay(long day) {
    now = START.plus(Duration.ofDays(day));
  }

  Judge.Moment moment() {
    return judge.moment(now);
  }

  <T> CompletableFuture<T> attempt(TransactionBody<T> body) {
    return store.attempt(body);
  }

  Answer ask(Command command) {
    return deciding(command).join();
  }

  /** One transaction that decides one command. */
  CompletableFuture<Answer> deciding(Command command) {
    return deciding(command, CompletableFuture.completedFuture(null));
  }

  /** The same, which stays open until it may commit. */
  CompletableFuture<Answer> deciding(Command command, CompletableFuture<Void> mayCommit) {
    BatchAttempt attempt = new BatchAttempt(++lastId, moment(), List.of(command));
    return store
        .attempt(
            transaction ->
                records
                    .decide(transaction, attempt, id -> false)
                    .thenCompose(decided -> mayCommit.thenApply(now -> decided)))
        .thenApply(decided -> decided.items().get(0).answer());
  }

  /** The record that a command is told. */
  Record told(Command command) {
    Answer answer = ask(command);
    if (answer instanceof Answer.Begun begun) {
      return begun.record();
    }
    if (answer instanceof Answer.Renewed renewed) {
      return renewed.record();
    }
    if (answer instanceof Answer.Known known) {
      return known.record();
    }
    throw new AssertionError(answer.toString());
  }

  /** A record that has succeeded now. */
  Record succeeded(RecordKey key, String... references) {
    Record held = told(Calls.begin(key, "attempt-of-" + key.key()));
    return told(Calls.complete(held, Calls.payload("O-501 confirmed"), references));
  }

  private Tenancy layDown(UnaryOperator<Tenancy> change) {
    return attempt(transaction -> tenancies.change(transaction, TENANT, change)).join();
  }

  /** Puts windows in force before everything that is stored. */
  void layDownFromTheBeginning(Windows windows, AfterArchive afterArchive) {
    Instant before = START.minus(Duration.ofDays(1));
    layDown(old -> old.with(policy(windows, afterArchive), before));
  }

  /** Puts other windows in force as an operator would: now, plus what clocks may differ. */
  void replaceWindows(Windows windows) {
    layDown(old -> old.with(policy(windows, AfterArchive.REFUSE), now.plus(SKEW)));
  }

  void freeze(String prefix) {
    layDown(old -> old.frozen(new Freeze(prefix, now, "pat", "eight orders of one tap")));
  }

  void unfreeze(String prefix) {
    layDown(old -> old.unfrozen(prefix));
  }

  /** Does a chore in all buckets until nothing more is due, and adds up what it has done. */
  UpkeepStep pass(Chore chore) {
    UpkeepStep sum = UpkeepStep.NOTHING;
    for (int bucket = 0; bucket < layout.bucketCount(); bucket++) {
      Bytes after = null;
      do {
        UpkeepStep step = step(new UpkeepAttempt.Place(chore, bucket, after), 2).join();
        sum = sum(sum, step);
        after = step.last();
      } while (after != null);
    }
    return sum;
  }

  private static UpkeepStep sum(UpkeepStep one, UpkeepStep other) {
    return new UpkeepStep(
        one.looked() + other.looked(),
        one.stored() + other.stored(),
        one.deferred() + other.deferred(),
        one.moved() + other.moved(),
        one.odd() + other.odd(),
        one.oldestDue() == null ? other.oldestDue() : one.oldestDue(),
        one.oldestClaim() == null ? other.oldestClaim() : one.oldestClaim(),
        null);
  }

  /** The three chores in turn. */
  UpkeepStep passAll() {
    return sum(sum(pass(Chore.LEASES), pass(Chore.TIERS)), pass(Chore.ARCHIVE));
  }

  CompletableFuture<UpkeepStep> step(UpkeepAttempt.Place place, int limit) {
    return step(place, limit, CompletableFuture.completedFuture(null));
  }

  /** One transaction of a chore, which stays open until it may commit. */
  CompletableFuture<UpkeepStep> step(
      UpkeepAttempt.Place place, int limit, CompletableFuture<Void> mayCommit) {
    UpkeepAttempt attempt = new UpkeepAttempt(++lastId, moment(), place, limit);
    return store.attempt(
        transaction ->
            upkeep
                .step(transaction, attempt)
                .thenCompose(step -> mayCommit.thenApply(now -> step)));
  }

  /** The beginning of a chore in a key's bucket. */
  UpkeepAttempt.Place placeOf(RecordKey key, Chore chore) {
    return new UpkeepAttempt.Place(chore, layout.bucketOf(key), null);
  }

  byte @Nullable [] row(byte[] key) {
    return attempt(transaction -> transaction.read(key)).join();
  }

  /** What a key's row holds; null if there is none. */
  @Nullable StoredRow stored(RecordKey key) {
    byte[] value = row(layout.record(layout.bucketOf(key), key));
    try {
      return value == null ? null : RecordCodec.decode(key, value);
    } catch (CorruptRecordException e) {
      throw new AssertionError(e);
    }
  }

  /** What a key's row in the archive holds; null if there is none. */
  @Nullable FiledRow filed(RecordKey key) {
    byte[] value = row(layout.archived(layout.bucketOf(key), ArchiveKey.of(key)));
    try {
      return value == null ? null : ArchivedCodec.decode(value);
    } catch (CorruptRecordException e) {
      throw new AssertionError(e);
    }
  }

  long floorOf(RecordKey key) {
    return Floors.decode(row(layout.floor(layout.bucketOf(key))));
  }

  /** Writes what no server would. */
  void spoil(Consumer<Transaction> change) {
    attempt(
            transaction -> {
              change.accept(transaction);
              return CompletableFuture.completedFuture(null);
            })
        .join();
  }

  Recount recount() {
    return Recount.of(store, ROOT);
  }

  List<String> differences() {
    return recount().differences();
  }
}
