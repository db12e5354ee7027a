package dev.onceward.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.sim.SimStore;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.store.proto.StoredRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RecordStoreTest {
  private static final Instant START = Instant.parse("2026-05-04T20:14:00Z");
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final RecordKey OTHER = Calls.key("K-8843");

  private final Layout layout = new Layout("onceward", 64);
  private final RecordStore records =
      new RecordStore(layout, new Judge(Duration.ofSeconds(3), "s-1", () -> true));
  private final SimStore store = new SimStore(Runnable::run);
  private Instant now = START;
  private long lastId;

  private Decided decide(Command... commands) {
    return decide(id -> false, commands);
  }

  private Decided decide(LongPredicate earlier, Command... commands) {
    BatchAttempt attempt =
        new BatchAttempt(++lastId, records.judge().moment(now), List.of(commands));
    return store.attempt(transaction -> records.decide(transaction, attempt, earlier)).join();
  }

  private static Answer.Begun begun(Decided.Item item) {
    return (Answer.Begun) item.answer();
  }

  private Record begin(RecordKey key, String attempt) {
    return begun(decide(Calls.begin(key, attempt)).items().get(0)).record();
  }

  private byte @Nullable [] row(byte[] key) {
    return store.attempt(transaction -> transaction.read(key)).join();
  }

  private void put(byte[] key, byte[] value) {
    store
        .attempt(
            transaction -> {
              transaction.set(key, value);
              return CompletableFuture.completedFuture(null);
            })
        .join();
  }

  private byte[] recordKey(RecordKey key) {
    return layout.record(layout.bucketOf(key), key);
  }

  private List<String> differences() {
    return Recount.of(store, "onceward").differences();
  }

  @Test
  void decide_commandsOfOneKey_seeEachOthersOutcome() {
    Record held = begin(KEY, "a");

    List<Decided.Item> items =
        decide(
                Calls.begin(KEY, "b"),
                Calls.fail(held, FailureKind.RETRYABLE, Payload.EMPTY),
                Calls.begin(KEY, "b"),
                Calls.begin(KEY, "c"),
                Calls.get(KEY))
            .items();

    assertThat(begun(items.get(0)).decision()).isEqualTo(Decision.IN_PROGRESS);
    assertThat(begun(items.get(2)).decision()).isEqualTo(Decision.EXECUTE);
    assertThat(begun(items.get(2)).record().claim().attempt()).isEqualTo(2);
    assertThat(begun(items.get(3)).decision()).isEqualTo(Decision.IN_PROGRESS);
    assertThat(((Answer.Known) items.get(4).answer()).record())
        .isEqualTo(begun(items.get(2)).record());
    assertThat(differences()).isEmpty();
  }

  @Test
  void decide_pureAnswers_standAloneUntilTheirRecordChanges() {
    Record held = begin(KEY, "a");

    List<Decided.Item> items =
        decide(
                Calls.get(KEY),
                Calls.complete(held, Payload.EMPTY),
                Calls.get(KEY),
                Calls.get(OTHER),
                Calls.begin(KEY, "b"))
            .items();

    assertThat(items)
        .extracting(Decided.Item::standsAlone)
        .containsExactly(true, false, false, true, false);
    assertThat(items)
        .extracting(Decided.Item::writes)
        .containsExactly(false, true, false, false, false);
  }

  @Test
  void decide_onlyPureAnswers_writesNothing() {
    begin(KEY, "a");
    byte[] before = Objects.requireNonNull(row(recordKey(KEY)));

    decide(Calls.get(KEY), Calls.begin(KEY, "b"), Calls.begin(KEY, "a"));

    assertThat(row(recordKey(KEY))).isSameAs(before);
  }

  @Test
  void decide_ownEarlierAttemptFound_writesNothingAndNamesIt() {
    begin(KEY, "a");
    long committed = lastId;
    byte[] before = Objects.requireNonNull(row(recordKey(KEY)));

    Decided decided =
        decide(Set.of(77L, committed)::contains, Calls.begin(KEY, "b"), Calls.begin(OTHER, "b"));

    assertThat(decided).isEqualTo(new Decided(committed, List.of()));
    assertThat(row(recordKey(KEY))).isSameAs(before);
    assertThat(row(recordKey(OTHER))).isNull();
  }

  @Test
  void decide_lastOfARowsWriters_isWhatIdentifiesIt() {
    Record held = begin(KEY, "a");
    long overwritten = lastId;
    decide(Calls.complete(held, Payload.EMPTY));

    Decided decided = decide(Set.of(overwritten)::contains, Calls.begin(KEY, "a"));

    assertThat(begun(decided.items().get(0)).decision()).isEqualTo(Decision.REPLAY);
  }

  @Test
  void decide_floorAboveTheClock_raisesTheVersion() {
    long floor = 5_000_000_000_000_000_000L;
    byte[] value = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(floor).array();
    put(layout.floor(layout.bucketOf(KEY)), value);

    assertThat(begin(KEY, "a").claim().version()).isEqualTo(floor + 1);
  }

  @Test
  void decide_floorOfAnotherBucket_isNoConcern() {
    byte[] value = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(1L << 62).array();
    put(layout.floor((layout.bucketOf(KEY) + 1) % 64), value);

    assertThat(begin(KEY, "a").claim().version()).isEqualTo(START.toEpochMilli() * 1_000);
  }

  @Test
  void decide_clockBehindTheLastClaim_stillRaisesTheVersion() {
    Record first = begin(KEY, "a");
    decide(Calls.fail(first, FailureKind.RETRYABLE, Payload.EMPTY));
    now = START.minusSeconds(3_600);

    Record second = begin(KEY, "b");

    assertThat(second.claim().version()).isEqualTo(first.claim().version() + 1);
  }

  /** S7: a damaged or older row is held, reported and never stolen; its neighbours go on. */
  @Test
  void decide_recordWithoutDeadline_isCorruptForItsOwnCommandsOnly() throws Exception {
    begin(KEY, "a");
    byte[] good = Objects.requireNonNull(row(recordKey(KEY)));
    byte[] bad =
        StoredRecord.parseFrom(good).toBuilder().clearLeaseExpiresAtMs().build().toByteArray();
    put(recordKey(KEY), bad);
    now = START.plus(Duration.ofDays(1_000));

    assertOnlyItsOwnCommandsFail(bad);
  }

  @ParameterizedTest
  @ValueSource(strings = {"state", "cause", "on_lease_expiry", "chunks", "size", "nonsense"})
  void decide_damagedRecord_isCorruptForItsOwnCommandsOnly(String damage) throws Exception {
    Record held = begin(KEY, "a");
    decide(Calls.complete(held, Calls.payload(100_000, 1)));
    byte[] good = Objects.requireNonNull(row(recordKey(KEY)));
    byte[] bad = damaged(StoredRecord.parseFrom(good).toBuilder(), damage);
    put(recordKey(KEY), bad);

    assertOnlyItsOwnCommandsFail(bad);
  }

  private static byte[] damaged(StoredRecord.Builder record, String damage) {
    switch (damage) {
      case "state" -> record.setState(77);
      case "cause" -> record.setCause(77);
      case "on_lease_expiry" -> record.setOnLeaseExpiry(77);
      case "chunks" -> record.getResultBuilder().setChunkCount(2_000_000_000);
      case "size" -> record.getResultBuilder().setSize(Long.MAX_VALUE - 1);
      default -> {
        return damage.getBytes(StandardCharsets.UTF_8);
      }
    }
    return record.build().toByteArray();
  }

  private void assertOnlyItsOwnCommandsFail(byte[] bad) {
    List<Decided.Item> items =
        decide(
                Calls.begin(OTHER, "a"),
                Calls.begin(KEY, "b"),
                Calls.get(KEY),
                Calls.retain(KEY, now.plusSeconds(9)),
                Calls.begin(OTHER, "b"))
            .items();

    assertThat(items.subList(1, 4))
        .allSatisfy(
            item ->
                assertThat(((Answer.Refused) item.answer()).reason())
                    .isEqualTo(Reason.RECORD_CORRUPT));
    assertThat(begun(items.get(0)).decision()).isEqualTo(Decision.EXECUTE);
    assertThat(begun(items.get(4)).decision()).isEqualTo(Decision.IN_PROGRESS);
    assertThat(row(recordKey(KEY))).isEqualTo(bad);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4_096, 4_097, 65_536, 65_537, 262_144})
  void withPayload_anySize_comesBackWhole(int size) {
    Payload payload = size == 0 ? Payload.EMPTY : Calls.payload(size, 3);
    decide(Calls.complete(begin(KEY, "a"), payload));

    assertThat(Objects.requireNonNull(read(stored(KEY)).result())).isEqualTo(payload);
    assertThat(differences()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void withPayload_ofAFailure_comesBackWhole(FailureKind kind) {
    Payload payload = Calls.payload(100_000, 3);
    decide(Calls.fail(begin(KEY, "a"), kind, payload));

    assertThat(Objects.requireNonNull(read(stored(KEY)).failure()).payload()).isEqualTo(payload);
  }

  @Test
  void withPayload_recordHasMovedOn_comesBackAsItWas() {
    decide(Calls.fail(begin(KEY, "a"), FailureKind.RETRYABLE, Calls.payload(100_000, 3)));
    Record before = stored(KEY);
    decide(Calls.complete(begin(KEY, "b"), Calls.payload(100_000, 4)));

    assertThat(read(before)).isSameAs(before);
  }

  @Test
  void decide_sameKeyInTwoTenants_areTwoRecords() {
    RecordKey stranger = new RecordKey("cinemas", KEY.key());
    begin(KEY, "a");

    assertThat(begin(stranger, "b").claim().attempt()).isEqualTo(1);
    assertThat(Recount.of(store, "onceward").records()).containsOnlyKeys(KEY, stranger);
  }

  @ParameterizedTest
  @EnumSource(LeaseExpiry.class)
  void decide_expiredClaim_countsAsItsStoredStateUntilSomebodyChangesIt(LeaseExpiry expiry) {
    decide(Calls.begin(KEY, "a", expiry));
    now = START.plusSeconds(34);

    State seen = ((Answer.Known) decide(Calls.get(KEY)).items().get(0).answer()).record().state();

    assertThat(seen)
        .isEqualTo(expiry == LeaseExpiry.HOLD ? State.IN_DOUBT : State.FAILED_RETRYABLE);
    assertThat(Recount.of(store, "onceward").counters()).containsOnlyKeys(State.PROCESSING);
    assertThat(differences()).isEmpty();
  }

  private Record stored(RecordKey key) {
    return Objects.requireNonNull(Recount.of(store, "onceward").records().get(key));
  }

  private Record read(Record record) {
    return store.attempt(transaction -> records.withPayload(transaction, record)).join();
  }
}
