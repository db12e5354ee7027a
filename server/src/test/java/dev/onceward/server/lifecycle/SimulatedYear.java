package dev.onceward.server.lifecycle;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.record.AfterArchive;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Mandate;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.PayloadOmitted;
import dev.onceward.server.record.Policy;
import dev.onceward.server.record.Promises;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Resolution;
import dev.onceward.server.record.Sources;
import dev.onceward.server.record.State;
import dev.onceward.server.record.Windows;
import dev.onceward.server.store.BatchAttempt;
import dev.onceward.server.store.Calls;
import dev.onceward.server.store.Chore;
import dev.onceward.server.store.Decided;
import dev.onceward.server.store.Judge;
import dev.onceward.server.store.Layout;
import dev.onceward.server.store.RecordStore;
import dev.onceward.server.store.TenancyStore;
import dev.onceward.server.store.Upkeep;
import dev.onceward.server.store.UpkeepAttempt;
import dev.onceward.server.store.UpkeepStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A year of intents on one store, a day at a time: every one is begun, meets its {@link Fate}, and
 * goes through its windows while the background passes clean up after it. What must be true of each
 * is kept beside it as an {@link ExpectedLife}.
 */
final class SimulatedYear {
  private static final int DAYS = 365;
  private static final int BATCH = 200;
  private static final Mandate OPERATOR = new Mandate("pat", "an inquiry", null);
  private static final List<Windows> WINDOWS =
      List.of(windows(1, 14, 60, 120L), windows(2, 7, 30, null), windows(1, 30, 200, 300L));

  private final KeyValueStore store;
  private final RecordStore records;
  private final Upkeep upkeep;
  private final TenancyStore tenancies;
  private final Layout layout;
  private final Random random;
  private final int intents;
  private final List<ExpectedLife> lives = new ArrayList<>();
  private final Map<Integer, List<Runnable>> diary = new TreeMap<>();
  private final Map<Chore, Integer> stored = new EnumMap<>(Chore.class);
  private List<Pending> batch = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private int day;
  private int deferred;
  private int checked;

  private record Pending(Command command, Consumer<Answer> then) {}

  SimulatedYear(KeyValueStore store, String root, int intents, long seed) {
    this.store = store;
    this.layout = new Layout(root, 16);
    this.intents = intents;
    this.random = new Random(seed);
    Judge judge = new Judge(Duration.ofSeconds(3), "s-1", () -> true);
    this.records = new RecordStore(layout, judge);
    this.upkeep = new Upkeep(layout, judge);
    this.tenancies = new TenancyStore(layout);
  }

  private static Windows windows(int retry, int replay, int dispute, @Nullable Long archive) {
    return new Windows(
        Duration.ofDays(retry),
        Duration.ofDays(replay),
        Duration.ofDays(dispute),
        archive == null ? null : Duration.ofDays(archive));
  }

  /** Lives the year, judging on the way. */
  void live() {
    for (int tenant = 0; tenant < WINDOWS.size(); tenant++) {
      layDown(tenant);
    }
    for (day = 0; day < DAYS; day++) {
      begin(intents * (day + 1L) / DAYS - intents * (long) day / DAYS);
      flush();
      diary.getOrDefault(day, List.of()).forEach(Runnable::run);
      flush();
      diary.remove(day);
      pass(Duration.ofHours(1));
      judgeSome(20);
      pass(Duration.ofHours(23));
      sweep();
    }
  }

  private void layDown(int tenant) {
    Policy policy =
        new Policy(
            Policy.Claims.DEFAULT,
            new Promises(WINDOWS.get(tenant), List.of()),
            Sources.NONE,
            AfterArchive.REFUSE);
    // Long before the first record, so that nothing lives under two policies.
    Instant before = now.minus(Duration.ofDays(1));
    store
        .attempt(
            transaction ->
                tenancies.change(transaction, name(tenant), old -> old.with(policy, before)))
        .join();
  }

  private static String name(int tenant) {
    return "tenant-" + tenant;
  }

  private void begin(long count) {
    for (long i = 0; i < count; i++) {
      int tenant = random.nextInt(WINDOWS.size());
      int number = lives.size();
      ExpectedLife life =
          new ExpectedLife(
              new RecordKey(name(tenant), "K-" + number),
              Fate.of(random.nextInt(100)),
              "O-" + number,
              WINDOWS.get(tenant));
      lives.add(life);
      start(life, claim -> goOn(life, claim));
    }
  }

  private void start(ExpectedLife life, Consumer<Record> then) {
    boolean early = life.fate == Fate.DIES_EARLY;
    LeaseExpiry expiry = early ? LeaseExpiry.RETRY : LeaseExpiry.HOLD;
    String attempt = "attempt-" + life.version() + "-" + lives.size();
    ask(
        Calls.begin(life.key, attempt, expiry),
        answer -> {
          Record record = ((Answer.Begun) answer).record();
          life.claimed(record.claim().version());
          life.stands(State.PROCESSING, now);
          then.accept(record);
        });
  }

  private void goOn(ExpectedLife life, Record claim) {
    switch (life.fate) {
      case SUCCEEDS -> complete(life, claim);
      case FAILS -> fail(life, claim, FailureKind.FINAL, State.FAILED_FINAL);
      case RETRIED -> {
        fail(life, claim, FailureKind.RETRYABLE, State.FAILED_RETRYABLE);
        later(1, () -> start(life, again -> complete(life, again)));
      }
      case GIVEN_UP -> fail(life, claim, FailureKind.RETRYABLE, State.FAILED_RETRYABLE);
      case DIES_EARLY -> life.stands(State.FAILED_RETRYABLE, now.plus(Calls.LEASE));
      case DOUBTED -> life.stands(State.IN_DOUBT, now.plus(Calls.LEASE));
      case RESOLVED -> {
        life.stands(State.IN_DOUBT, now.plus(Calls.LEASE));
        later(3, () -> resolve(life));
      }
      case HELD, HELD_FOR_GOOD -> {
        complete(life, claim);
        holdLater(life);
      }
      case RETAINED -> {
        complete(life, claim);
        later(random.nextInt(100), () -> retain(life));
      }
      case REDACTED -> {
        complete(life, claim);
        later(random.nextInt(3), () -> redact(life));
      }
    }
  }

  private void complete(ExpectedLife life, Record claim) {
    Payload payload = Calls.payload(20 + random.nextInt(60), 7);
    ask(
        Calls.complete(claim, payload, life.reference),
        answer -> life.stands(State.SUCCEEDED, now));
  }

  private void fail(ExpectedLife life, Record claim, FailureKind kind, State end) {
    ask(Calls.fail(claim, kind, Payload.EMPTY), answer -> life.stands(end, now));
  }

  private void resolve(ExpectedLife life) {
    Resolution found = new Resolution.Succeeded(Calls.payload("found"), List.of(life.reference));
    ask(
        new Command.Resolve(life.key, OPERATOR, found),
        answer -> life.stands(State.SUCCEEDED, now));
  }

  private void holdLater(ExpectedLife life) {
    int from = random.nextInt(150);
    later(
        from,
        () -> {
          if (isThere(life)) {
            ask(new Command.Hold(life.key, OPERATOR, "case-17", null), answer -> life.hold(true));
            if (life.fate == Fate.HELD) {
              later(1 + random.nextInt(150), () -> release(life));
            }
          }
        });
  }

  private void release(ExpectedLife life) {
    ask(new Command.Release(life.key, OPERATOR, "case-17"), answer -> life.hold(false));
  }

  private void retain(ExpectedLife life) {
    if (isThere(life)) {
      Instant until = now.plus(Duration.ofDays(1 + random.nextInt(200)));
      ask(Calls.retain(life.key, until), answer -> life.retain(until));
    }
  }

  private void redact(ExpectedLife life) {
    ask(new Command.Redact(life.key, OPERATOR), answer -> life.redact());
  }

  private boolean isThere(ExpectedLife life) {
    life.pass(now);
    return life.phase() != ExpectedLife.Phase.GONE;
  }

  private void later(int days, Runnable what) {
    if (days == 0) {
      what.run();
    } else {
      diary.computeIfAbsent(day + days, d -> new ArrayList<>()).add(what);
    }
  }

  private void ask(Command command, Consumer<Answer> then) {
    batch.add(new Pending(command, then));
  }

  /** Sends what has gathered, and what the answers bring, until there is no more. */
  private void flush() {
    while (!batch.isEmpty()) {
      List<Pending> all = batch;
      batch = new ArrayList<>();
      for (int from = 0; from < all.size(); from += BATCH) {
        send(all.subList(from, Math.min(all.size(), from + BATCH)));
      }
    }
  }

  private void send(List<Pending> part) {
    BatchAttempt attempt =
        new BatchAttempt(
            random.nextLong(),
            records.judge().moment(now),
            part.stream().map(Pending::command).toList());
    Decided decided =
        store.attempt(transaction -> records.decide(transaction, attempt, id -> false)).join();
    for (int i = 0; i < part.size(); i++) {
      Answer answer = decided.items().get(i).answer();
      if (answer instanceof Answer.Refused refused) {
        throw new AssertionError("day " + day + ": " + part.get(i).command() + ": " + refused);
      }
      part.get(i).then().accept(answer);
    }
  }

  private void pass(Duration time) {
    now = now.plus(time);
    for (ExpectedLife life : lives) {
      life.pass(now);
    }
  }

  /** All chores until nothing more is due, as a server does them. */
  void sweep() {
    for (Chore chore : Chore.values()) {
      for (int bucket = 0; bucket < upkeep.bucketCount(); bucket++) {
        sweep(new UpkeepAttempt.Place(chore, bucket, null));
      }
    }
  }

  private void sweep(UpkeepAttempt.Place first) {
    UpkeepAttempt.Place place = first;
    while (true) {
      UpkeepAttempt attempt =
          new UpkeepAttempt(random.nextLong(), records.judge().moment(now), place, BATCH);
      UpkeepStep step = store.attempt(transaction -> upkeep.step(transaction, attempt)).join();
      stored.merge(place.chore(), step.stored(), Integer::sum);
      deferred += step.deferred();
      if (step.odd() > 0) {
        throw new AssertionError("day " + day + ": " + step);
      }
      if (step.last() == null) {
        return;
      }
      place = new UpkeepAttempt.Place(place.chore(), place.bucket(), step.last());
    }
  }

  private void judgeSome(int count) {
    for (int i = 0; i < count && !lives.isEmpty(); i++) {
      judge(lives.get(random.nextInt(lives.size())));
    }
  }

  /** Judges every intent. */
  void judgeAll() {
    lives.forEach(this::judge);
  }

  private void judge(ExpectedLife life) {
    checked++;
    Answer answer = look(life);
    String told = tell(answer);
    String expected = expected(life);
    if (!told.equals(expected)) {
      throw new AssertionError(
          "day %d, %s, %s: expected %s, got %s (%s)"
              .formatted(day, life.key, life.fate, expected, told, answer));
    }
  }

  private Answer look(ExpectedLife life) {
    BatchAttempt attempt =
        new BatchAttempt(
            random.nextLong(), records.judge().moment(now), List.of(Calls.get(life.key)));
    return store
        .attempt(transaction -> records.decide(transaction, attempt, id -> false))
        .join()
        .items()
        .get(0)
        .answer();
  }

  private static String expected(ExpectedLife life) {
    return switch (life.phase()) {
      case UNBORN, GONE -> "NOT_FOUND";
      case OPEN -> life.state() + " version " + life.version();
      case ARCHIVE -> "archived " + life.state() + " version " + life.version();
      case RETRY, REPLAY, DISPUTE ->
          "%s version %d in %s%s"
              .formatted(
                  life.state(),
                  life.version(),
                  life.phase(),
                  life.hasPayload() ? " with payload" : "");
    };
  }

  private static String tell(Answer answer) {
    if (answer instanceof Answer.Refused refused) {
      return refused.reason() == Reason.NOT_FOUND ? "NOT_FOUND" : refused.toString();
    }
    if (answer instanceof Answer.Filed filed) {
      return "archived %s version %d"
          .formatted(filed.archived().state(), filed.archived().version());
    }
    Record record = ((Answer.Known) answer).record();
    String told = record.state() + " version " + record.claim().version();
    if (record.kept() == null) {
      return told;
    }
    Payload payload = record.payload();
    boolean bytes =
        payload != null && payload.omitted() == PayloadOmitted.NONE && payload.size() > 0;
    return told + " in " + record.kept().tier() + (bytes ? " with payload" : "");
  }

  /** How many intents are in each phase. */
  Map<ExpectedLife.Phase, Integer> phases() {
    Map<ExpectedLife.Phase, Integer> phases = new EnumMap<>(ExpectedLife.Phase.class);
    lives.forEach(life -> phases.merge(life.phase(), 1, Integer::sum));
    return phases;
  }

  String summary() {
    return "intents=%d phases=%s stored=%s deferred=%d judged=%d"
        .formatted(lives.size(), phases(), stored, deferred, checked);
  }

  Layout layout() {
    return layout;
  }

  Instant now() {
    return now;
  }

  int deferred() {
    return deferred;
  }
}
